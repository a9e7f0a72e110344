/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: The libreachability authors */

/*
 * One picture for each axis: its values from left to right, the medians on a
 * logarithmic scale, a line for each contestant. Pictures look the same on a
 * light and on a dark page.
 */

#include <ctype.h>
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include "bench.h"
#include "report.h"

#define WIDTH 920
#define LEFT 100
#define RIGHT 580
#define TOP 50
#define BOTTOM 400
#define HEIGHT 450
#define SERIES_MAX 24

struct chart {
	const char *axis;
	/* decades of the scale */
	double low;
	double high;
	double values[SERIES_MAX];
	const char *value_names[SERIES_MAX];
	size_t value_count;
	const char *series[SERIES_MAX];
	size_t series_count;
	const char *unit;
};

static const char *const colours[] = {
	"#1f77b4", "#ff7f0e", "#2ca02c", "#d62728", "#9467bd", "#8c564b",
	"#e377c2", "#7f7f7f", "#bcbd22", "#17becf", "#3b3b9b", "#b5651d",
};

static void take_line(struct chart *chart, const struct report_line *line)
{
	size_t value = 0;
	size_t series = 0;

	while (value < chart->value_count &&
	       chart->values[value] != line->place)
		value++;
	if (value == chart->value_count && value < SERIES_MAX) {
		chart->values[value] = line->place;
		chart->value_names[chart->value_count++] = line->value;
	}
	while (series < chart->series_count &&
	       strcmp(chart->series[series], line->contestant))
		series++;
	if (series == chart->series_count && series < SERIES_MAX)
		chart->series[chart->series_count++] = line->contestant;
	if (line->summary.median > 0) {
		chart->low = fmin(chart->low, log10(line->summary.median));
		chart->high = fmax(chart->high, log10(line->summary.median));
	}
	chart->unit = line->unit;
}

static double x_of(const struct chart *chart, size_t value)
{
	if (chart->value_count < 2)
		return (LEFT + RIGHT) / 2.0;
	return LEFT + 30 +
	       (double)value * (RIGHT - LEFT - 60) /
		       (double)(chart->value_count - 1);
}

static double y_of(const struct chart *chart, double median)
{
	return BOTTOM - (log10(median) - chart->low) * (BOTTOM - TOP) /
				(chart->high - chart->low);
}

static void put_escaped(FILE *file, const char *text)
{
	for (; *text; text++)
		if (*text == '&')
			fputs("&amp;", file);
		else if (*text == '<')
			fputs("&lt;", file);
		else
			fputc(*text, file);
}

static void put_text(FILE *file, double x, double y, const char *anchor,
		     const char *text)
{
	fprintf(file,
		"<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"%s\" "
		"font-size=\"13\">",
		x, y, anchor);
	put_escaped(file, text);
	fputs("</text>\n", file);
}

static void put_frame(FILE *file, const struct chart *chart)
{
	char text[64];

	fprintf(file,
		"<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" "
		"height=\"%d\" font-family=\"sans-serif\">\n"
		"<rect width=\"100%%\" height=\"100%%\" fill=\"white\"/>\n",
		WIDTH, HEIGHT);
	snprintf(text, sizeof(text), "%s", chart->axis);
	put_text(file, LEFT, 25, "start", text);
	put_text(file, LEFT - 8, TOP - 12, "end", chart->unit);
	for (double decade = chart->low; decade <= chart->high; decade++) {
		double y = y_of(chart, pow(10, decade));

		fprintf(file,
			"<line x1=\"%d\" x2=\"%d\" y1=\"%.1f\" y2=\"%.1f\" "
			"stroke=\"#ccc\"/>\n",
			LEFT, RIGHT, y, y);
		snprintf(text, sizeof(text), decade < 0 ? "%g" : "%.0f",
			 pow(10, decade));
		put_text(file, LEFT - 8, y + 4, "end", text);
	}
	for (size_t i = 0; i < chart->value_count; i++)
		put_text(file, x_of(chart, i), BOTTOM + 22, "middle",
			 chart->value_names[i]);
}

static void put_series(FILE *file, const struct chart *chart, size_t series)
{
	const char *colour =
		colours[series % (sizeof(colours) / sizeof(*colours))];
	/* Those that take the colours a second time are dashed. */
	bool again = series >= sizeof(colours) / sizeof(*colours);
	double y = TOP + 6 + (double)series * 24;

	fprintf(file,
		"<g stroke=\"%s\" fill=\"none\" stroke-width=\"2\"%s>\n"
		"<polyline points=\"",
		colour, again ? " stroke-dasharray=\"5 3\"" : "");
	for (size_t value = 0; value < chart->value_count; value++)
		for (size_t i = 0; i < report.line_count; i++) {
			const struct report_line *line = &report.lines[i];

			if (!strcmp(line->axis, chart->axis) &&
			    line->place == chart->values[value] &&
			    !strcmp(line->contestant, chart->series[series]) &&
			    line->summary.median > 0)
				fprintf(file, "%.1f,%.1f ", x_of(chart, value),
					y_of(chart, line->summary.median));
		}
	fprintf(file,
		"\"/>\n<line x1=\"%d\" x2=\"%d\" y1=\"%.1f\" "
		"y2=\"%.1f\"/>\n</g>\n",
		RIGHT + 20, RIGHT + 44, y, y);
	put_text(file, RIGHT + 52, y + 4, "start", chart->series[series]);
}

static void draw(const char *folder, const char *axis)
{
	struct chart chart = {.axis = axis, .low = 99, .high = -99};
	char path[4096];
	size_t length;
	FILE *file;

	for (size_t i = 0; i < report.line_count; i++)
		if (!strcmp(report.lines[i].axis, axis))
			take_line(&chart, &report.lines[i]);
	chart.low = floor(chart.low);
	chart.high = ceil(chart.high);
	if (chart.high <= chart.low)
		chart.high = chart.low + 1;
	length = (size_t)snprintf(path, sizeof(path), "%s/", folder);
	if (length > sizeof(path) / 2)
		bench_die("%s is too long", folder);
	/* A name that needs no quotes. */
	for (const char *c = axis; *c && length < sizeof(path) - 5; c++)
		if (isalnum((unsigned char)*c))
			path[length++] = *c;
		else if (path[length - 1] != '-')
			path[length++] = '-';
	snprintf(path + length, sizeof(path) - length, ".svg");
	file = fopen(path, "we");
	if (!file)
		bench_die("%s: %s", path, strerror(errno));
	put_frame(file, &chart);
	for (size_t i = 0; i < chart.series_count; i++)
		put_series(file, &chart, i);
	fputs("</svg>\n", file);
	if (fclose(file))
		bench_die("%s: %s", path, strerror(errno));
}

void report_write_pictures(const char *folder)
{
	if (mkdir(folder, 0777) && errno != EEXIST)
		bench_die("%s: %s", folder, strerror(errno));
	for (size_t i = 0; i < report.line_count; i++)
		if (report_is_first_of_axis(i))
			draw(folder, report.lines[i].axis);
}
