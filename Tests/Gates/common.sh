# SPDX-License-Identifier: MIT
# SPDX-FileCopyrightText: The libreachability authors

# What the gates share: a count of what passed and failed, and its last line.
# Read with "." after "set -u"; call finish last.

root=$(cd "$(dirname "$0")/../.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
passed=0
failed=0

# the beginning and the end of a file
excerpt()
{
	if [ "$(wc -l <"$1")" -le 40 ]; then
		cat "$1"
	else
		head -n 20 "$1"
		echo "..."
		tail -n 20 "$1"
	fi
}

# expect WHAT COMMAND...: the command must exit 0; if not, what it said is shown
expect()
{
	local what=$1

	shift
	if "$@" >"$work/log" 2>&1; then
		passed=$((passed + 1))
	else
		failed=$((failed + 1))
		echo "FAILED $what"
		excerpt "$work/log"
	fi
}

# expect_empty WHAT TEXT: there must be no text; if there is, it is shown
expect_empty()
{
	if [ -z "$2" ]; then
		passed=$((passed + 1))
	else
		failed=$((failed + 1))
		printf 'FAILED %s\n%s\n' "$1" "$2" | head -n 40
	fi
}

# expect_same WHAT FILE FILE
expect_same()
{
	expect "$1" diff -u "$2" "$3"
}

finish()
{
	echo "$passed passed, $failed failed"
	[ "$failed" -eq 0 ]
}
