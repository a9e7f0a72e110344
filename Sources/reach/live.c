/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: The libreachability authors */

/*
 * reach watch on a terminal: one row for each target, below them the last
 * changes, on the alternate screen; totals when it ends. Drawn anew as a whole,
 * in one write.
 */

#include <stdlib.h>
#include <string.h>

#include "loop.h"
#include "terminal.h"
#include "text.h"
#include "watch.h"

#define LOG_MAX 64
#define STATE_WIDTH 16
#define DURATION_WIDTH 8
#define CELLS_MIN 8
#define CELLS_MAX 60
#define LABEL_MAX 40
/* What is left for interface and reason if the timeline is to grow. */
#define REST_WIDTH 40

struct tool_live {
	/* the last changes, the newest at (next - 1) */
	char *log[LOG_MAX];
	unsigned int next;
	/* what each target's row says at its end; by index */
	char **notes;
	enum tool_state *cells;
};

struct layout {
	unsigned int columns;
	unsigned int rows;
	size_t label;
	unsigned int cells;
	int64_t scale;
};

static const char *cell_text(enum tool_state state)
{
	static const char *const blocks[TOOL_STATES] = {
		" ", "\u2580", "\u2592", "\u00b7", "\u2584",
	};
	static const char *const letters[TOOL_STATES] = {
		" ", "#", "+", "?", "_",
	};

	return (tool_terminal_has_blocks() ? blocks : letters)[state];
}

static void enter(struct tool_watch *watch)
{
	(void)watch;
	fputs("\033[?1049h\033[?25l", stdout);
	fflush(stdout);
}

static void leave(struct tool_watch *watch)
{
	(void)watch;
	fputs("\033[?25h\033[?1049l", stdout);
	fflush(stdout);
}

static void free_live(struct tool_watch *watch)
{
	struct tool_live *live = watch->live;

	for (size_t i = 0; i < LOG_MAX; i++)
		free(live->log[i]);
	for (size_t i = 0; live->notes && i < watch->targets.count; i++)
		free(live->notes[i]);
	free(live->notes);
	free(live->cells);
	free(live);
	watch->live = NULL;
}

static bool begin(struct tool_watch *watch)
{
	watch->live = calloc(1, sizeof(*watch->live));
	if (!watch->live)
		return false;
	watch->live->notes =
		calloc(watch->targets.count, sizeof(*watch->live->notes));
	watch->live->cells = calloc(CELLS_MAX, sizeof(*watch->live->cells));
	if (!watch->live->notes || !watch->live->cells) {
		free_live(watch);
		return false;
	}
	enter(watch);
	return true;
}

static void add_to_log(struct tool_live *live, const struct tool_change *change)
{
	char time[TOOL_TIME_MAX];
	char *text = tool_change_text(change);
	char *line = NULL;

	tool_text_time(&change->time, time);
	/* The day is known to who sits in front of it. */
	if (text && asprintf(&line, "%s  %s  %s", strchr(time, ' ') + 1,
			     change->watched->target->label, text) < 0)
		line = NULL;
	free(text);
	free(live->log[live->next % LOG_MAX]);
	live->log[live->next++ % LOG_MAX] = line;
}

static void note(struct tool_watch *watch, const struct tool_change *change)
{
	size_t index = (size_t)(change->watched - watch->watched);
	char interface[TOOL_SUMMARY_MAX];
	char summary[TOOL_SUMMARY_MAX];
	char **text = &watch->live->notes[index];

	tool_answer_interface(change->after, interface);
	tool_answer_summary(change->after, summary);
	free(*text);
	if (asprintf(text, "%s  %s", interface, summary) < 0)
		*text = NULL;
	if (change->before)
		add_to_log(watch->live, change);
}

static struct layout lay_out(const struct tool_watch *watch, int64_t now)
{
	struct layout layout = {0};
	size_t fixed;

	tool_terminal_size(&layout.columns, &layout.rows);
	layout.label = watch->targets.width;
	if (layout.label > LABEL_MAX)
		layout.label = LABEL_MAX;
	if (layout.label > layout.columns / 3)
		layout.label = layout.columns / 3;
	fixed = layout.label + STATE_WIDTH + DURATION_WIDTH + 8 + REST_WIDTH;
	layout.cells = layout.columns > fixed
			       ? (unsigned int)(layout.columns - fixed)
			       : 0;
	if (layout.cells < CELLS_MIN)
		layout.cells = CELLS_MIN;
	if (layout.cells > CELLS_MAX)
		layout.cells = CELLS_MAX;
	layout.scale = tool_timeline_scale(now - watch->begun, layout.cells);
	return layout;
}

/* Ends a row: what is right of it goes away. */
static void end_row(FILE *screen)
{
	fputs("\033[K\r\n", screen);
}

static void draw_rest(FILE *screen, const struct layout *layout, size_t used,
		      const char *text)
{
	char *cut = strdup(text);

	if (cut && layout->columns > used) {
		tool_text_cut(cut, layout->columns - used);
		fputs(cut, screen);
	}
	free(cut);
}

static void draw_cells(FILE *screen, const struct tool_watch *watch,
		       const struct tool_watched *watched,
		       const struct layout *layout, int64_t now)
{
	enum tool_state *cells = watch->live->cells;

	tool_timeline_render(&watched->history, now, layout->scale,
			     layout->cells, cells);
	for (unsigned int i = 0; i < layout->cells; i++)
		fprintf(screen, "%s%s", tool_colour_state(cells[i]),
			cell_text(cells[i]));
	fputs(tool_colour_off(), screen);
}

static void draw_row(FILE *screen, const struct tool_watch *watch, size_t index,
		     const struct layout *layout, int64_t now)
{
	const struct tool_watched *watched = &watch->watched[index];
	enum tool_state state =
		watched->settled ? watched->answer.state : TOOL_STATE_NONE;
	char duration[TOOL_DURATION_MAX] = "";
	char *label = strdup(watched->target->label);
	size_t used = layout->label + STATE_WIDTH + DURATION_WIDTH +
		      layout->cells + 8;

	if (watched->settled)
		tool_text_duration(
			(now - tool_history_since(&watched->history)) /
				1000000000 * 1000000000,
			duration);
	/* Whole seconds: the clock ticks no faster. */
	if (strchr(duration, '.'))
		strcpy(strchr(duration, '.'), " s");
	if (label) {
		tool_text_cut(label, layout->label);
		tool_text_pad(screen, label, layout->label);
	}
	free(label);
	fprintf(screen, "  %s%-*s%s  %*s  ", tool_colour_state(state),
		STATE_WIDTH,
		watched->settled ? tool_state_text(state) : "looking up",
		tool_colour_off(), DURATION_WIDTH, duration);
	draw_cells(screen, watch, watched, layout, now);
	fputs("  ", screen);
	if (watch->live->notes[index])
		draw_rest(screen, layout, used, watch->live->notes[index]);
	end_row(screen);
}

static void draw_log(FILE *screen, const struct tool_live *live,
		     const struct layout *layout, unsigned int rows)
{
	for (unsigned int i = 1; i <= rows && i <= LOG_MAX; i++) {
		const char *line =
			i <= live->next ? live->log[(live->next - i) % LOG_MAX]
					: NULL;

		if (!line)
			break;
		fputs(tool_colour_dim(), screen);
		draw_rest(screen, layout, 0, line);
		fputs(tool_colour_off(), screen);
		end_row(screen);
	}
}

static void draw_footer(FILE *screen, const struct tool_watch *watch,
			const struct layout *layout, size_t hidden)
{
	char scale[TOOL_DURATION_MAX];
	char text[128];
	int used = 0;

	if (layout->scale < INT64_C(60000000000))
		snprintf(scale, sizeof(scale), "%d s",
			 (int)(layout->scale / 1000000000));
	else
		tool_text_duration(layout->scale, scale);
	if (hidden)
		used = snprintf(text, sizeof(text), "%zu more; ", hidden);
	snprintf(text + used, sizeof(text) - (size_t)used,
		 "%u change%s; a cell is %s; Ctrl-C ends", watch->changes,
		 watch->changes == 1 ? "" : "s", scale);
	fputs(tool_colour_dim(), screen);
	draw_rest(screen, layout, 0, text);
	fprintf(screen, "%s\033[K", tool_colour_off());
}

/* Rows of targets, a blank one, the log, and the footer. */
static void draw(FILE *screen, const struct tool_watch *watch, int64_t now)
{
	struct layout layout = lay_out(watch, now);
	size_t room = layout.rows > 1 ? layout.rows - 1 : 1;
	size_t shown =
		watch->targets.count < room ? watch->targets.count : room;

	fputs("\033[H", screen);
	for (size_t i = 0; i < shown; i++)
		draw_row(screen, watch, i, &layout, now);
	if (shown + 1 < room) {
		end_row(screen);
		draw_log(screen, watch->live, &layout,
			 (unsigned int)(room - shown - 1));
	}
	draw_footer(screen, watch, &layout, watch->targets.count - shown);
	fputs("\033[J", screen);
}

static void refresh(struct tool_watch *watch, int64_t now)
{
	char *text = NULL;
	size_t size;
	FILE *screen = open_memstream(&text, &size);

	if (!screen)
		return;
	draw(screen, watch, now);
	if (fclose(screen) == 0)
		fwrite(text, 1, size, stdout);
	free(text);
}

static void print_share(const struct tool_history *history,
			enum tool_state state, int64_t now, int64_t elapsed)
{
	int64_t total = tool_history_total(history, state, now);
	char duration[TOOL_DURATION_MAX];

	if (!total)
		return;
	tool_text_duration(total, duration);
	printf("  %s %s (%.1f %%)", tool_state_text(state), duration,
	       100.0 * (double)total / (double)elapsed);
}

static void print_totals(struct tool_watch *watch,
			 const struct tool_watched *watched, int64_t now)
{
	const struct tool_history *history = &watched->history;
	int64_t elapsed = now - watch->begun > 0 ? now - watch->begun : 1;
	int64_t longest = tool_history_longest_down(history, now);
	char duration[TOOL_DURATION_MAX];

	tool_text_pad(stdout, watched->target->label, watch->targets.width);
	printf("  %u change%s", history->changes,
	       history->changes == 1 ? " " : "s");
	for (int state = TOOL_STATE_REACHABLE; state < TOOL_STATES; state++)
		print_share(history, (enum tool_state)state, now, elapsed);
	if (longest) {
		tool_text_duration(longest, duration);
		printf("  longest outage %s", duration);
	}
	putchar('\n');
}

static void end(struct tool_watch *watch, int64_t now)
{
	leave(watch);
	for (size_t i = 0; i < watch->targets.count; i++)
		print_totals(watch, &watch->watched[i], now);
	free_live(watch);
}

const struct tool_display tool_display_live = {
	.begin = begin,
	.change = note,
	.refresh = refresh,
	.suspend = leave,
	.resume = enter,
	.end = end,
	.ticks = true,
};
