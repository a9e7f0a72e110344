/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: The libreachability authors */

/* One event there, one back. */

#include "reevaluation.h"

#include <unistd.h>

#include "network.h"
#include "report.h"
#include "watched.h"
#include "wire.h"

/* Longer than the library's longest window. */
#define REST_MS 150

double reevaluation_cost_of(const struct watched *watched)
{
	size_t callbacks = watched->callbacks;
	struct wire_message message;
	uint64_t before = bench_cpu_of_others();
	int fd = wire_open();

	for (int add = 1; add >= 0; add--) {
		network_make_cover(&message, add);
		wire_must(fd, &message);
		bench_wait_until_others_rest(REST_MS);
	}
	close(fd);
	reach_port_dispatch(watched->port);
	report_check(watched->callbacks == callbacks,
		     "%zu callbacks without a change",
		     watched->callbacks - callbacks);
	return (double)(bench_cpu_of_others() - before) / 2;
}

double reevaluation_cost(const union bench_address *addresses, size_t count)
{
	struct watched *watched = watched_start(addresses, count);
	double cost = reevaluation_cost_of(watched);

	watched_stop(watched);
	return cost;
}
