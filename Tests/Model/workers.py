# SPDX-License-Identifier: MIT
# SPDX-FileCopyrightText: The libreachability authors

"""Scenarios in processes of their own, several at a time.

A scenario waits more than it works. A process that dies is itself a finding,
and the others go on.
"""

import json
import os
import selectors
import signal

# Longer than every deadline of a scenario together.
WATCHDOG = 300


class Worker:
    """A process that carries out its share of the jobs."""

    def __init__(self, jobs, work):
        """work(job) gives what JSON can hold."""
        self.jobs = list(jobs)
        self.done = 0
        self.buffer = b""
        reader, writer = os.pipe()
        self.process = os.fork()
        if self.process == 0:
            os.close(reader)
            self._serve(writer, work)
        os.close(writer)
        self.reader = reader

    def _serve(self, writer, work):
        status = 1
        try:
            with os.fdopen(writer, "w") as out:
                for job in self.jobs:
                    signal.alarm(WATCHDOG)
                    print(json.dumps(work(job)), file=out, flush=True)
            status = 0
        except BaseException as error:  # pylint: disable=broad-except
            import traceback
            traceback.print_exception(error)
        finally:
            os._exit(status)

    def read(self):
        """(job, result) of those that are done now; None at the end."""
        data = os.read(self.reader, 1 << 16)
        if not data:
            return None
        *lines, self.buffer = (self.buffer + data).split(b"\n")
        results = []
        for line in lines:
            results.append((self.jobs[self.done], json.loads(line)))
            self.done += 1
        return results

    def end(self):
        """How the process ended, and what it had not done."""
        os.close(self.reader)
        _, status = os.waitpid(self.process, 0)
        return os.waitstatus_to_exitcode(status), self.jobs[self.done:]


def run_all(jobs, work, count):
    """Yields (job, result, how its process ended or 0)."""
    jobs = list(jobs)
    selector = selectors.DefaultSelector()

    def start(share):
        if share:
            worker = Worker(share, work)
            selector.register(worker.reader, selectors.EVENT_READ, worker)

    for number in range(count):
        start(jobs[number::count])
    while selector.get_map():
        for key, _ in selector.select():
            results = key.data.read()
            if results is not None:
                for job, result in results:
                    yield job, result, 0
                continue
            selector.unregister(key.fileobj)
            status, left = key.data.end()
            if left:
                yield left[0], None, status or 1
                start(left[1:])
    selector.close()


def run_one(job, work):
    """(result, 0), or (None, how the process ended)."""
    return next((result, status) for _, result, status
                in run_all([job], work, 1))
