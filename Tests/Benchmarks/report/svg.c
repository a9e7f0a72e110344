/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: The libreachability authors */

/*
 * One picture for each axis: its values from left to right, the medians on a
 * logarithmic scale, a line for each contestant with its name at the end. A
 * contestant has the same colour in all of them. Pictures look the same on a
 * light and on a dark page. Knows nothing of how anything was measured.
 */

#include <ctype.h>
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "bench.h"
#include "contestant.h"
#include "report.h"

#define WIDTH 960
#define LEFT 90
#define RIGHT 590
#define TOP 60
#define BOTTOM 420
#define HEIGHT 480
/* Where names begin, and how far they are apart at least. */
#define NAMES (RIGHT + 36)
#define LINE 18
#define SERIES_MAX 24

struct series {
	const char *name;
	const char *colour;
	bool ours;
	/* medians at each value; 0: none */
	double medians[SERIES_MAX];
	/* where its line ends, and where its name stands */
	double end_x;
	double end_y;
	double name_y;
};

struct chart {
	const struct report_line *first;
	/* decades of the scale */
	double low;
	double high;
	double values[SERIES_MAX];
	const char *value_names[SERIES_MAX];
	size_t value_count;
	struct series series[SERIES_MAX];
	size_t series_count;
	/* who has got a colour without being a contestant: others, we */
	size_t strangers[2];
};

static const char *colour_of(struct chart *chart, const struct series *series)
{
	/* As contestants are listed; what all is compared with is black. */
	static const char *const colours[] = {
		"#000000", "#777777", "#b08d00", "#d62728",
		"#1f5fd0", "#0aa0c0", "#7048d8", "#e07b00",
		"#8c564b", "#2c9c2c", "#e05fb0",
	};
	static const char *const strangers[][2] = {
		{"#000000", "#2c9c2c"},
		{"#0aa0c0", "#7048d8"},
	};

	for (size_t i = 0; i < sizeof(colours) / sizeof(*colours); i++)
		if (!strcmp(contestants[i]->title, series->name))
			return colours[i];
	return strangers[series->ours][chart->strangers[series->ours]++ % 2];
}

static size_t value_of(struct chart *chart, const struct report_line *line)
{
	size_t value = 0;

	while (value < chart->value_count &&
	       chart->values[value] != line->place)
		value++;
	if (value == SERIES_MAX)
		bench_die("too many values for a picture");
	if (value == chart->value_count) {
		chart->values[value] = line->place;
		chart->value_names[chart->value_count++] = line->value;
	}
	return value;
}

static struct series *series_of(struct chart *chart, const char *name)
{
	size_t series = 0;

	while (series < chart->series_count &&
	       strcmp(chart->series[series].name, name))
		series++;
	if (series == SERIES_MAX)
		bench_die("too many lines for a picture");
	if (series == chart->series_count) {
		chart->series[series].name = name;
		chart->series[series].ours =
			!strncmp(name, "libreachability", 15);
		chart->series[series].colour =
			colour_of(chart, &chart->series[series]);
		chart->series_count++;
	}
	return &chart->series[series];
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

static int compare_ends(const void *left, const void *right)
{
	const struct series *a = left;
	const struct series *b = right;

	return (a->end_y > b->end_y) - (a->end_y < b->end_y);
}

/* Names stand where their lines end, but never on each other. */
static void place_names(struct chart *chart)
{
	double lowest = BOTTOM;

	for (size_t i = 0; i < chart->series_count; i++) {
		struct series *series = &chart->series[i];

		for (size_t value = 0; value < chart->value_count; value++)
			if (series->medians[value] > 0) {
				series->end_x = x_of(chart, value);
				series->end_y =
					y_of(chart, series->medians[value]);
			}
	}
	qsort(chart->series, chart->series_count, sizeof(*chart->series),
	      compare_ends);
	for (size_t i = 0; i < chart->series_count; i++) {
		double least = i ? chart->series[i - 1].name_y + LINE : TOP;

		chart->series[i].name_y = fmax(chart->series[i].end_y, least);
	}
	for (size_t i = chart->series_count; i-- > 0; lowest -= LINE) {
		lowest = fmin(lowest, chart->series[i].name_y);
		chart->series[i].name_y = lowest;
	}
}

static void take_lines(struct chart *chart)
{
	for (size_t i = 0; i < report.line_count; i++) {
		const struct report_line *line = &report.lines[i];
		double median = line->summary.median;
		size_t value;

		if (strcmp(line->axis, chart->first->axis))
			continue;
		value = value_of(chart, line);
		/* A logarithm has no place for nothing. */
		if (median <= 0)
			continue;
		series_of(chart, line->contestant)->medians[value] = median;
		chart->low = fmin(chart->low, log10(median));
		chart->high = fmax(chart->high, log10(median));
	}
	chart->low = floor(chart->low);
	chart->high = ceil(chart->high);
	if (chart->high <= chart->low)
		chart->high = chart->low + 1;
	place_names(chart);
}

/* "10 ms" for 10,000,000 ns; of what is neither time nor memory the number
   alone. */
static void name_value(char *text, size_t size, double value, const char *unit)
{
	static const char *const larger[][2] = {
		{"ns", "us"}, {"us", "ms"}, {"ms", "s"},
		{"kB", "MB"}, {"MB", "GB"},
	};
	bool known = false;

	for (size_t i = 0; i < sizeof(larger) / sizeof(*larger); i++)
		if (!strcmp(unit, larger[i][0])) {
			known = true;
			if (value >= 1000) {
				value /= 1000;
				unit = larger[i][1];
			}
		}
	if (!strcmp(unit, "us"))
		unit = "\302\265s";
	snprintf(text, size, known ? "%g %s" : "%g", value, unit);
}

static void put_text(FILE *file, double x, double y, const char *style,
		     const char *text)
{
	fprintf(file, "<text x=\"%.1f\" y=\"%.1f\" %s>", x, y, style);
	for (; *text; text++)
		if (*text == '&')
			fputs("&amp;", file);
		else if (*text == '<')
			fputs("&lt;", file);
		else
			fputc(*text, file);
	fputs("</text>\n", file);
}

static void put_line(FILE *file, double x1, double y1, double x2, double y2,
		     const char *colour)
{
	fprintf(file,
		"<line x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\" "
		"stroke=\"%s\"/>\n",
		x1, y1, x2, y2, colour);
}

static void put_frame(FILE *file, const struct chart *chart)
{
	char text[64];

	fprintf(file,
		"<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d "
		"%d\" width=\"%d\" height=\"%d\" font-family=\"sans-serif\" "
		"font-size=\"13\">\n"
		"<rect width=\"100%%\" height=\"100%%\" fill=\"white\"/>\n",
		WIDTH, HEIGHT, WIDTH, HEIGHT);
	put_text(file, LEFT, 30, "font-size=\"16\" font-weight=\"bold\"",
		 chart->first->title);
	name_value(text, sizeof(text), 1, chart->first->unit);
	if (!strchr(text, ' '))
		put_text(file, LEFT - 10, TOP - 14, "text-anchor=\"end\"",
			 chart->first->unit);
	for (double decade = chart->low; decade <= chart->high; decade++) {
		double y = y_of(chart, pow(10, decade));

		put_line(file, LEFT, y, RIGHT, y, "#ccc");
		name_value(text, sizeof(text), pow(10, decade),
			   chart->first->unit);
		put_text(file, LEFT - 10, y + 4, "text-anchor=\"end\"", text);
		for (int i = 2; i < 10 && decade < chart->high; i++) {
			y = y_of(chart, i * pow(10, decade));
			put_line(file, LEFT - 4, y, LEFT, y, "#999");
		}
	}
	put_line(file, LEFT, TOP, LEFT, BOTTOM, "#999");
	for (size_t i = 0; i < chart->value_count; i++) {
		double x = x_of(chart, i);

		put_line(file, x, BOTTOM, x, BOTTOM + 5, "#999");
		put_text(file, x, BOTTOM + 20, "text-anchor=\"middle\"",
			 chart->value_names[i]);
	}
	put_text(file, (LEFT + RIGHT) / 2.0, BOTTOM + 44,
		 "text-anchor=\"middle\"", chart->first->over);
}

static void put_series(FILE *file, const struct chart *chart,
		       const struct series *series)
{
	char style[64];

	fprintf(file, "<g stroke=\"%s\" fill=\"none\" stroke-width=\"%s\">\n",
		series->colour, series->ours ? "3.5" : "1.5");
	fputs("<polyline points=\"", file);
	for (size_t value = 0; value < chart->value_count; value++)
		if (series->medians[value] > 0)
			fprintf(file, "%.1f,%.1f ", x_of(chart, value),
				y_of(chart, series->medians[value]));
	fputs("\"/>\n", file);
	for (size_t value = 0; value < chart->value_count; value++)
		if (series->medians[value] > 0)
			fprintf(file,
				"<circle cx=\"%.1f\" cy=\"%.1f\" r=\"2.5\" "
				"fill=\"%s\"/>\n",
				x_of(chart, value),
				y_of(chart, series->medians[value]),
				series->colour);
	fprintf(file,
		"<path d=\"M%.1f %.1fL%d %.1fL%d %.1f\" stroke-width=\"0.7\" "
		"stroke-dasharray=\"2 2\"/>\n</g>\n",
		series->end_x, series->end_y, NAMES - 18, series->name_y,
		NAMES - 4, series->name_y);
	snprintf(style, sizeof(style), "fill=\"%s\"%s", series->colour,
		 series->ours ? " font-weight=\"bold\"" : "");
	put_text(file, NAMES, series->name_y + 4, style, series->name);
}

/* A name that needs no quotes. */
static void name_file(char *path, size_t size, const char *folder,
		      const char *axis)
{
	size_t length = (size_t)snprintf(path, size, "%s/", folder);

	if (length > size / 2)
		bench_die("%s is too long", folder);
	for (const char *c = axis; *c && length < size - 5; c++)
		if (isalnum((unsigned char)*c))
			path[length++] = (char)tolower((unsigned char)*c);
		else if (path[length - 1] != '-')
			path[length++] = '-';
	snprintf(path + length, size - length, ".svg");
}

static void draw(const char *folder, const struct report_line *first)
{
	struct chart chart = {.first = first, .low = 99, .high = -99};
	char path[4096];
	FILE *file;

	take_lines(&chart);
	name_file(path, sizeof(path), folder, first->axis);
	file = fopen(path, "we");
	if (!file)
		bench_die("%s: %s", path, strerror(errno));
	put_frame(file, &chart);
	for (size_t i = 0; i < chart.series_count; i++)
		put_series(file, &chart, &chart.series[i]);
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
			draw(folder, &report.lines[i]);
}
