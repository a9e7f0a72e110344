/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: The libreachability authors */

/*
 * Each event happens in a fresh network while all watch it. A watcher is right
 * if it believes what is true at the deadline, and noticed when it began to;
 * it answers when its interface tells it to look, so that who is not told does
 * not know.
 */

#include "scoreboard.h"

#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "dns.h"
#include "namespace.h"
#include "network.h"
#include "report.h"
#include "rows.h"
#include "tun.h"
#include "watcher.h"

/* Carrier loss takes a second to be told, and a route's second to expire. */
#define DEADLINE_MS 2500
/* How long nobody must be told of anything. */
#define SILENCE_MS 1000
#define ROUNDS BENCH_SIZE(3u, 1u)

const struct watcher *const watchers[WATCHERS] = {
	&watcher_library,
	&watcher_glib,
	&watcher_glib_polled,
	&watcher_routes,
};

void watcher_note(struct watcher_belief *belief, bool reachable)
{
	if (belief->reachable == reachable)
		return;
	belief->reachable = reachable;
	belief->since = bench_now();
}

struct scene {
	const struct row *row;
	void *instances[WATCHERS];
	struct samples times[WATCHERS];
	size_t wrong[WATCHERS];
	size_t told[WATCHERS];
	pthread_t thread;
	/* written by the thread that makes the change */
	uint64_t begun;
	bool made;
};

static bool takes_part(const struct row *row, const struct watcher *watcher)
{
	if (row->circumstances & ROW_NAMES)
		return watcher->knows_names;
	/* Who asks all the time is never told of anything. */
	return !(row->circumstances & ROW_SILENT) ||
	       watcher != &watcher_glib_polled;
}

static void prepare(const struct row *row, int *ret_tun)
{
	network_enter(AF_INET);
	if (row->circumstances & ROW_IPV4)
		reach_test_run("sysctl -qw net.ipv6.conf.v0.disable_ipv6=1");
	if (row->circumstances & ROW_TUN)
		*ret_tun = reach_test_tun("tun0", 0);
	if (row->circumstances & ROW_NAMES) {
		/* Nobody answers there. */
		reach_test_lay_etc("nameserver 192.0.2.1\n"
				   "options timeout:1 attempts:1\n");
		reach_test_dns_start("www.test,198.51.100.1", NULL);
	}
	if (row->prepare)
		reach_test_run("%s", row->prepare);
}

static void serve_all(struct scene *scene)
{
	for (size_t i = 0; i < WATCHERS; i++)
		if (scene->instances[i])
			watchers[i]->serve(scene->instances[i]);
	/* They have no event in common, and one asks every millisecond. */
	bench_pause(1);
}

/* When everything is to be small, the others are not waited for. */
static bool all_believe(struct scene *scene, bool reachable)
{
	for (size_t i = 0; i < BENCH_SIZE((size_t)WATCHERS, 1); i++)
		if (scene->instances[i] &&
		    watchers[i]->believe(scene->instances[i]).reachable !=
			    reachable)
			return false;
	return true;
}

/* Until all believe it, but no longer than so long. */
static void serve(struct scene *scene, bool reachable, int most)
{
	int64_t end = reach_test_now() + most;

	while (!all_believe(scene, reachable) && reach_test_now() < end)
		serve_all(scene);
}

static void serve_for(struct scene *scene, int milliseconds)
{
	int64_t end = reach_test_now() + milliseconds;

	while (reach_test_now() < end)
		serve_all(scene);
}

static void *make_change(void *info)
{
	struct scene *scene = info;
	const struct row *row = scene->row;

	scene->begun = bench_now();
	if (row->circumstances & ROW_BY_PEER)
		reach_test_run_peer("%s", row->change);
	else
		reach_test_run("%s", row->change);
	__atomic_store_n(&scene->made, true, __ATOMIC_RELEASE);
	return NULL;
}

static void watch_change(struct scene *scene)
{
	const struct row *row = scene->row;

	scene->made = false;
	if (pthread_create(&scene->thread, NULL, make_change, scene))
		bench_die("no thread");
	if (row->circumstances & ROW_BUSY) {
		pthread_join(scene->thread, NULL);
		scene->begun = bench_now();
		serve(scene, row->reachable, DEADLINE_MS);
		return;
	}
	while (!__atomic_load_n(&scene->made, __ATOMIC_ACQUIRE))
		serve_all(scene);
	pthread_join(scene->thread, NULL);
	if (row->circumstances & ROW_SILENT)
		serve_for(scene, SILENCE_MS);
	else
		serve(scene, row->reachable, DEADLINE_MS);
	/* Who was right may change its mind. */
	serve_for(scene, 200);
}

static void judge(struct scene *scene, size_t number, size_t told_before)
{
	const struct row *row = scene->row;
	struct watcher_belief belief =
		watchers[number]->believe(scene->instances[number]);
	size_t told = belief.told - told_before;

	scene->told[number] += told;
	if (belief.reachable != row->reachable ||
	    (row->circumstances & ROW_SILENT && told))
		scene->wrong[number]++;
	else if (!(row->circumstances & ROW_SILENT))
		samples_add(&scene->times[number],
			    belief.since > scene->begun
				    ? (double)(belief.since - scene->begun) /
					      1e6
				    : 0);
}

static void play(struct scene *scene)
{
	const struct row *row = scene->row;
	struct network_churn *churn = NULL;
	size_t told[WATCHERS] = {0};
	bool before = row->circumstances & ROW_SILENT ? row->reachable
						      : !row->reachable;
	int tun = -1;

	prepare(row, &tun);
	for (size_t i = 0; i < WATCHERS; i++)
		scene->instances[i] = takes_part(row, watchers[i])
					      ? watchers[i]->start(row->target)
					      : NULL;
	serve(scene, before, DEADLINE_MS);
	/* First callbacks, and what the preparations still bring. */
	serve_for(scene, 300);
	for (size_t i = 0; i < WATCHERS; i++)
		if (scene->instances[i])
			told[i] =
				watchers[i]->believe(scene->instances[i]).told;
	if (row->circumstances & ROW_CHURN)
		churn = network_churn_start(10000);
	watch_change(scene);
	for (size_t i = 0; i < WATCHERS; i++)
		if (scene->instances[i]) {
			judge(scene, i, told[i]);
			watchers[i]->stop(scene->instances[i]);
		}
	if (churn)
		network_churn_stop(churn);
	if (tun >= 0)
		close(tun);
}

static void report_scene(struct scene *scene)
{
	const struct row *row = scene->row;

	for (size_t i = 0; i < WATCHERS; i++) {
		struct report_event event = {
			.right = !scene->wrong[i],
			.milliseconds =
				samples_summary(&scene->times[i]).median,
			.tried = ROUNDS,
			.silent = row->circumstances & ROW_SILENT,
			.told = scene->told[i],
			.wrong = scene->wrong[i],
		};

		if (!takes_part(row, watchers[i]))
			continue;
		snprintf(event.event, sizeof(event.event), "%s", row->event);
		snprintf(event.watcher, sizeof(event.watcher), "%s",
			 watchers[i]->name);
		report_event(event);
		samples_free(&scene->times[i]);
	}
	report_check(!scene->wrong[0], "%s: %s is wrong", row->event,
		     watchers[0]->name);
}

void scoreboard_run(void)
{
	for (const struct row *row = rows; row->event; row++) {
		struct scene scene = {.row = row};

		if (row->circumstances & ROW_TUN &&
		    access("/dev/net/tun", R_OK | W_OK)) {
			bench_say("no tun devices here for: %s", row->event);
			continue;
		}
		bench_say("event: %s", row->event);
		for (size_t round = 0; round < ROUNDS; round++)
			play(&scene);
		report_scene(&scene);
	}
}
