"""A second judge of order and pairing: obvious rather than fast, without the validator's code.

It reads the events of all threads in the order of the trace, and knows only the entities that have
begun and not ended. Its findings are `RULES`; the validator must find one of them in the same traces
and in no others.
"""

from collections.abc import Iterable

from texts import Event

# The validator's rules with the meaning of one of the sentences below.
RULES = {
    "life": """data.dead-entity""",
    "thread": """thread-begin.first-on-thread thread-begin.once thread-end.paired
        thread-end.last-on-thread""",
    "parallel": """parallel-end.paired parallel-end.context
        parallel-end.after-own-implicit-task-end parallel-begin.encountering-data
        implicit-task-begin.parallel-data parallel-end.same-args""",
    "implicit": """implicit-task-begin.one-per-index implicit-task-end.paired
        implicit-task-end.same-thread implicit-task-end.task-data initial-task.paired""",
    "task": """task-create.context task-create.before-execution task-schedule.prior-is-current
        task-schedule.next-known task-schedule.complete-once task-schedule.tied-same-thread""",
    "region": """sync.pair sync.wait-inside sync.wait-pair masked.pair work.pair
        region.nesting barrier.closing-once""",
    "mutex": """mutex.acquire-before-acquired mutex.acquired-before-released
        mutex.wait-id-same""",
}
IN_SCOPE = {rule for rules in RULES.values() for rule in rules.split()}
LEAVES = ("barrier", "taskwait")  # a task inside waits, and does nothing else
OUTSIDE = ("stream_begin", "start_tool", "tool_", "set_callback", "lookup", "enumerate", "note")
OUTSIDE += ("probe_", "get_callback")

# Routines and directives that need no OpenMP thread.
AFTER_THREAD = ("lock_init", "lock_destroy", "nest_lock", "flush", "control_tool", "error")


def outlives_thread(event: Event) -> bool:
    lock = event.name.startswith("mutex_") and "lock" in str(event.get("kind"))
    return lock or event.name in AFTER_THREAD


class Judge:
    """The entities that have begun and not ended. `wrong` is the first breach of the order."""

    def __init__(self) -> None:
        self.wrong = ""
        self.alive: set[int] = set()  # threads
        self.gone: set[int] = set()
        self.open_regions: dict[str, tuple[int, str]] = {}  # parallel -> its thread, its task
        self.members: dict[str, dict[str, str]] = {}  # parallel -> index -> actual_parallelism
        self.implicit: dict[
            int, list[tuple[str, str]]
        ] = {}  # thread -> task and region, innermost last
        self.current: dict[int, str] = {}  # thread -> task
        self.home: dict[str, int] = {}  # task that has started and is not over -> thread
        self.created: dict[str, str] = {}  # explicit task -> flags; not over
        self.asleep: dict[str, list[str]] = {}  # implicit task -> task that was current before it
        self.inside: dict[str, list[tuple[str, str]]] = {}  # task -> regions, innermost last
        self.alone: set[str] = set()  # implicit tasks of teams of one, and initial tasks
        self.closed: set[str] = set()  # implicit tasks that have passed their closing barrier
        self.asked: dict[int, tuple[str, str]] = {}  # thread -> mutex kind and wait identifier
        self.held: dict[str, list[int]] = {}  # wait identifier -> threads

    def say(self, what: str) -> None:
        self.wrong = self.wrong or what

    def need(self, holds: bool, what: str) -> None:
        if not holds:
            self.say(what)

    def judge(self, events: Iterable[Event]) -> str:
        for number, event in enumerate(events):
            if not event.name.startswith(OUTSIDE):
                self.callback(event)
            if self.wrong:
                return f"event {number}, {event.name} on thread {event.thread}: {self.wrong}"
        return ""

    def callback(self, event: Event) -> None:
        fulfils = event.get("prior_task_status") in ("early_fulfill", "late_fulfill")
        free = event.name == "thread_begin" or (fulfils and event.name == "task_schedule")
        if not free and not (event.thread in self.gone and outlives_thread(event)):
            self.need(event.thread not in self.gone, "the thread has ended")
            self.need(event.thread in self.alive, "the thread has not begun")
        if event.thread in self.asked and event.name != "mutex_acquired":
            self.goes_on(event)
        self.names_the_living(event)
        handler = getattr(self, event.name, None)
        if handler:
            handler(event)

    def names_the_living(self, event: Event) -> None:
        if "initial" in event.get("flags"):
            return  # this judge does not know the region of a league's initial task
        for name, value in event.fields.items():
            if value[:1] == "T" and value[1:2].isalnum():
                task = event.get(name)
                self.need(task in self.home or task in self.created, f"{task} is not alive")
            if value[:1] == "P" and value[1:2].isalnum():
                region = event.get(name)
                lag = any(region == r for mine in self.implicit.values() for _, r in mine)
                self.need(region in self.open_regions or lag, f"{region} is not open")

    # Threads.

    def thread_begin(self, event: Event) -> None:
        self.need(event.thread not in self.alive, "the thread began before")
        self.alive.add(event.thread)
        self.gone.discard(event.thread)

    def thread_end(self, event: Event) -> None:
        self.alive.discard(event.thread)
        self.gone.add(event.thread)

    # Parallel regions and their implicit tasks.

    def parallel_begin(self, event: Event) -> None:
        task = event.get("encountering_task")
        self.need(self.current.get(event.thread) == task, "another task is current")
        self.open_regions[event.get("parallel")] = (event.thread, task)

    def parallel_end(self, event: Event) -> None:
        name = event.get("parallel")
        region = self.open_regions.pop(name, None)
        self.need(region is not None, "the region is not open")
        if not region:
            return
        self.need(region == (event.thread, event.get("encountering_task")), "not its encounterer")
        mine = [region for _, region in self.implicit.get(event.thread, [])]
        self.need(name not in mine, "its own implicit task has not ended")
        members = self.members.pop(name, {})
        self.need(bool(members), "no implicit task of the region has begun")
        self.need(
            all(int(actual) == len(members) for actual in members.values()), "members are missing"
        )

    def implicit_task(self, event: Event) -> None:
        task, region = event.get("task"), event.get("parallel")
        mine = self.implicit.setdefault(event.thread, [])
        if event.begins():
            if "initial" not in event.get("flags"):
                self.need(region in self.open_regions, "the region is not open")
                members = self.members.setdefault(region, {})
                self.need(event.get("index") not in members, "this index has begun before")
                members[event.get("index")] = event.get("actual_parallelism")
                self.need(
                    not mine or self.open_regions.get(region, (0,))[0] == event.thread,
                    "the one before has not ended",
                )
            if "initial" in event.get("flags") or event.get("actual_parallelism") == "1":
                self.alone.add(task)
            self.asleep[task] = [self.current.get(event.thread, "")]
            mine.append((task, region))
            self.current[event.thread] = task
            self.home[task] = event.thread
        else:
            self.need(bool(mine) and mine[-1][0] == task, "it is not the innermost one here")
            self.need(not self.inside.get(task), "it is inside a region")
            self.need(task in self.closed | self.alone, "it has met no closing barrier")
            if mine and mine[-1][0] == task:
                mine.pop()
                self.current[event.thread] = self.asleep.pop(task)[0]
                self.home.pop(task)

    # Explicit tasks.

    def task_create(self, event: Event) -> None:
        self.need(self.current.get(event.thread) == event.get("encountering_task"), "not current")
        self.created[event.get("new_task")] = event.get("flags")

    def task_schedule(self, event: Event) -> None:
        prior, after = event.get("prior_task"), event.get("next_task")
        status = event.get("prior_task_status")
        if status in ("early_fulfill", "late_fulfill", "taskwait_complete"):
            return
        if status == "cancel" and prior in self.created and prior not in self.home:
            self.created.pop(prior)  # discarded before it began: nobody executes it
            return
        self.need(self.current.get(event.thread) == prior, "the prior task is not current")
        if status in ("complete", "cancel"):
            self.need(prior in self.created, "the prior task is no explicit task that is alive")
            self.created.pop(prior, None)
            self.home.pop(prior, None)
        self.need(after in self.created or after in self.home, "the next task is not alive")
        self.need(after not in self.running(event.thread), "the next task runs elsewhere")
        if "untied" not in self.created.get(after, ""):
            self.need(self.home.get(after, event.thread) == event.thread, "it is tied elsewhere")
        self.home[after] = event.thread
        self.current[event.thread] = after

    def running(self, but: int) -> set[str]:
        return {task for thread, task in self.current.items() if thread != but}

    # Regions of tasks.

    def sync_region(self, event: Event) -> None:
        kind, task = event.get("kind"), event.get("task")
        if kind == "barrier_implicit_parallel":
            self.need(task not in self.closed, "the closing barrier is passed once")
        self.region(event, kind)
        if kind == "barrier_implicit_parallel" and not event.begins():
            self.closed.add(task)

    def work(self, event: Event) -> None:
        self.region(event, event.get("work_type"))

    def masked(self, event: Event) -> None:
        self.region(event, "")

    def sync_region_wait(self, event: Event) -> None:
        inside = self.inside.get(event.get("task"), [])
        kind = event.get("kind")
        if event.begins():
            self.need(("sync_region", kind) in inside, "it waits outside such a region")
            self.need((event.name, kind) not in inside, "it waits already")
        self.region(event, kind)

    def region(self, event: Event, kind: str) -> None:
        inside = self.inside.setdefault(event.get("task"), [])
        if event.begins():
            leaf = bool(inside) and inside[-1][1].startswith(LEAVES)
            waits = event.name == "sync_region_wait" and inside[-1:] == [("sync_region", kind)]
            self.need(not leaf or waits, "the task is waiting")
            inside.append((event.name, kind))
        else:
            self.need(bool(inside) and inside[-1] == (event.name, kind), "not the innermost region")
            if inside:
                inside.pop()

    # Mutexes.

    def mutex_acquire(self, event: Event) -> None:
        self.asked[event.thread] = (event.get("kind"), event.get("wait_id"))

    def mutex_acquired(self, event: Event) -> None:
        asked = self.asked.pop(event.thread, ("", ""))
        self.need(asked[1] == event.get("wait_id"), "it was not asked for")
        holders = self.held.setdefault(event.get("wait_id"), [])
        self.need(event.thread not in holders, "this thread holds it already")
        holders.append(event.thread)

    def mutex_released(self, event: Event) -> None:
        holders = self.held.setdefault(event.get("wait_id"), [])
        self.need(bool(holders), "nobody holds it")
        # A thread other than the holder may release it: untied tasks move, and programs have faults.
        if event.thread in holders:
            holders.remove(event.thread)
        else:
            holders[:1] = []

    def goes_on(self, event: Event) -> None:
        """A thread requested a mutex and does something else: only a test may fail, and only the
        owner of a nestable lock has it already."""
        kind, _ = self.asked.pop(event.thread)
        may = kind.startswith("test") or (kind == "nest_lock" and event.name == "nest_lock")
        self.need(may, "the thread goes on without what it asked for")
