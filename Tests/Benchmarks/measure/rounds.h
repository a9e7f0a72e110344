/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: The libreachability authors */

/* Contestants take turns: in each round everybody is timed for a short slice,
   in another order each time. Before, they must give the same answers. */

#ifndef REACH_BENCH_ROUNDS_H
#define REACH_BENCH_ROUNDS_H

#include "contestant.h"
#include "report.h"

struct entrant {
	const struct contestant *contestant;
	void *instance;
	/* of one answer, each round */
	struct samples nanoseconds;
	size_t position;
	/* spent so far; who is too slow sits out the later rounds */
	uint64_t spent;
	uint8_t *answers;
};

#define ENTRANTS_MAX 16
/* Everybody who can be asked in this family, with so many routes, about so many
   targets. */
void rounds_choose(struct entrant *entrants, int family, size_t routes,
		   size_t targets);

/* ended by an entry without contestant */
void rounds_start(struct entrant *entrants,
		  const union bench_address *addresses, size_t count);
/* Everybody is asked about so many, or as many as it takes; the first one's answers are the measure.
   where: for the message. */
void rounds_agree(struct entrant *entrants,
		  const union bench_address *addresses, size_t count,
		  const char *where);
/* budget: seconds for each */
void rounds_run(struct entrant *entrants, size_t rounds, double budget);
void rounds_stop(struct entrant *entrants);

/* A line for each, with the ratio to the first; in what is common to all of
   them the axis, its title and the place on it are there. */
void rounds_report(const struct entrant *entrants,
		   const struct report_line *common);

#endif
