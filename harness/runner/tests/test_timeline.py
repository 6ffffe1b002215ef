"""Timelines: what real programs' pictures show, the same in every run, and every form of them."""

import json
import re
import shutil
import subprocess
import sys
import tempfile
import unittest
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

from ompt_cts.errors import UserError
from ompt_cts.paths import ROOT, RUNNER, build_dir
from ompt_cts.runtime import runtimes
from ompt_cts.timeline import colours, model, neighbourhood, paraver, svg, terminal
from ompt_cts.timeline.model import LABEL, SUBSYSTEM, VIEWS, Timeline
from ompt_cts.verdict import outcome

try:
    from perfetto.protos.perfetto.trace import perfetto_trace_pb2 as schema
except ImportError:  # an old virtual environment
    schema = None

PROGRAMS = Path(__file__).parent / "timeline"
EXPECTED = PROGRAMS / "expected.txt"
THREADS = ("Barrier: Fork", "Runtime: Attached", "Runtime: Init", "Runtime: Worker main Loop")
OF_EVERY_PROGRAM = [f"1 thread {state}" for state in THREADS]
PICTURE = PROGRAMS / "example.svg"
COMPILE = RUNNER / "ompt_cts" / "steps" / "compile.py"
STATES = ROOT / "harness" / "trace" / "views" / "subsystems.def"
OTHERS = ("llvm-16", "llvm-22", "intel-openmp-2026", "gcc-on-llvm-19")  # where they are there
NASTY = "<script>&\x1b]0;x\x07\u202e\"'|%\ud800]]>"


def example() -> Timeline:
    """Two threads and all sorts of things, as ompt-timeline prints them."""
    chunk, join = "Work-distribution: Dynamic for chunk", "Barrier: Join"
    lines: list[Any] = [
        [0, 0, 0, 200, "Runtime: Init", False, 1],
        [0, 0, 200, 800, "Runtime: User microtask", False, 1],
        [0, 0, 800, 1400, chunk, False, 1],
        [0, 0, 1400, 2000, chunk, False, 7],
        [0, 0, 2000, 3900, join, False, 1],
        [0, 1, 200, 800, "a.c:3", False, 1],
        [0, 1, 800, 2000, "a.c:4", False, 1],
        [0, 1, 2000, 3900, "a.c:3", False, 1],
        [0, 2, 200, 3900, "1", False, 1],
        [0, 3, 0, 2000, "Progressing", False, 1],
        [0, 3, 2000, 3900, "Stalled", False, 1],
        [0, -1, 2000, 2000, "Task: Allocation", False, 2],
        [1, 0, 500, 1100, "Work-distribution: Section", True, 1],
        [1, 0, 1100, 3900, "Barrier: Fork", False, 1],
        [1, 1, 500, 1100, NASTY, False, 1],
        [1, 2, 500, 1100, "2", False, 1],
        [1, 3, 500, 1100, "Progressing", False, 1],
        [1, 3, 1100, 3900, "Stalled", False, 1],
        {"begin": 0, "end": 3900},
    ]
    return model.made(lines, NASTY)


class Told:
    """The output of `ompt-view --stretches` for a run, with which every form is compared."""

    def __init__(self, trace: Path) -> None:
        self.trace = trace
        command = [str(build_dir() / "bin" / "ompt-view"), "--stretches", str(trace)]
        done = subprocess.run(command, capture_output=True, text=True, check=True)
        self.lines = [json.loads(line) for line in done.stdout.splitlines()]
        self.stretches = [line for line in self.lines if line["end"] > line["begin"]]
        self.end = max(line["end"] for line in self.lines)
        self.threads = sorted({line["thread"] for line in self.lines})

    def of_tasks(self, view: str) -> dict[int, list[str]]:
        """For each task the values that it shows, in order, each once in a row: the same whatever
        thread executes it and whatever it does in between."""
        found: dict[int, list[str]] = {}
        # Also spans shorter than a nanosecond; in one thread they keep their order.
        for one in sorted(self.lines, key=lambda line: int(line["begin"])):
            shown = found.setdefault(one["task"], []) if not one["instant"] else []
            if one["task"] and one[view] and shown[-1:] != [one[view]]:
                shown.append(str(one[view]))
        return {task: shown for task, shown in found.items() if shown}

    def spans(self, thread: int, view: str) -> list[tuple[int, int, str]]:
        """One view of a thread; what follows without a change is one, but for chunks of a loop."""
        found: list[tuple[int, int, str]] = []
        rough = False
        for one in self.stretches:
            if one["thread"] != thread:
                continue
            value = str(one[view] or "")
            same = found and found[-1][1:] == (one["begin"], value)
            if view == SUBSYSTEM:
                same = same and not one["again"] and rough == one["approximate"]
                rough = one["approximate"]
            if same:
                found[-1] = (found[-1][0], one["end"], value)
            elif value and value != "0":
                found.append((one["begin"], one["end"], value))
        return found


class Pictures(unittest.TestCase):
    """Each state has one program. The program says what each of its tasks shows."""

    def setUp(self) -> None:
        self.viewer = build_dir() / "bin" / "ompt-view"
        found = next((r for r in runtimes.discover() if r.name == runtimes.DEFAULT), None)
        if not self.viewer.exists() or not found or not found.available:
            self.skipTest("the tools or the default runtime are not here")
        self.runtime = found
        self.folder = Path(self.enterContext(tempfile.TemporaryDirectory(prefix="with blanks ")))

    def compiled(self, source: Path) -> Path | None:
        """The program, compiled as the suites' are; None where the runtime lacks what its code calls."""
        program = self.folder / source.stem
        described = runtimes.write_json(self.runtime, self.folder)
        words = [sys.executable, str(COMPILE), "--runtime-json", str(described), "-g"]
        words += [f"-I{PROGRAMS}", str(source), "-o", str(program)]
        done = subprocess.run(words, check=False, stdout=subprocess.DEVNULL)
        if done.returncode == outcome.NOT_SUPPORTED:
            return None
        self.assertEqual(done.returncode, 0)
        return program

    def recorded(self, program: Path, number: int) -> Told:
        trace = self.folder / f"{program.name}.{number}.trace"
        told = {
            "OMP_TOOL_LIBRARIES": str(build_dir() / "bin" / "libompt-checker.so"),
            "OMPT_CTS_TRACE": str(trace),
        }
        subprocess.run([str(program)], env=told, check=True, timeout=60)
        return Told(trace)

    @staticmethod
    def shown(told: Told) -> list[str]:
        """How many tasks have which states; the states of threads outside of tasks, and instants."""
        states, labels = (told.of_tasks(view) for view in (SUBSYSTEM, LABEL))
        lines = [
            f"task {' > '.join(states[task])} | {' > '.join(labels.get(task, []))}"
            for task in states
        ]
        lines += {f"thread {one['subsystem']}" for one in told.stretches if not one["task"]}
        lines += {f"instant {one['subsystem']}" for one in told.lines if one["instant"]}
        return sorted(f"{number} {line}" for line, number in Counter(lines).items())

    def test_every_program(self) -> None:
        expected = dict(re.findall(r"^== (\w+)\n((?:(?!==).*\n)*)", EXPECTED.read_text(), re.M))
        sources = sorted(PROGRAMS.glob("*.c"))
        self.assertEqual([source.stem for source in sources], sorted(expected))
        met: set[str] = set()
        for source in sources:
            program = self.compiled(source)
            for number in (1, 2):
                told = self.recorded(program, number)
                with self.subTest(source.stem, run=number):
                    lines = [*expected[source.stem].splitlines(), *OF_EVERY_PROGRAM]
                    self.assertEqual(self.shown(told), sorted(lines))
                    self.each_form(told)
            met |= set(re.findall(r"\w[\w-]+: [A-Za-z0-9 ]+\w", "\n".join(lines)))
        missing = {state.text for state in colours.STATES} - met
        self.assertEqual(missing, set())

    def test_other_runtimes(self) -> None:
        """Two runs on any runtime show the same states, in every form."""
        known = {state.text for state in colours.STATES}
        for runtime in (r for r in runtimes.discover() if r.name in OTHERS and r.available):
            self.runtime = runtime
            for source in sorted(PROGRAMS.glob("*.c")):
                with self.subTest(source.stem, runtime=runtime.name):
                    program = self.compiled(source)
                    if not program:
                        continue
                    first, second = (self.recorded(program, number) for number in (1, 2))
                    self.assertEqual(self.shown(first), self.shown(second))
                    states = {one["subsystem"] for one in first.stretches}
                    self.assertLessEqual(states, known | {""})
                    self.each_form(first)
                    for trace in self.folder.glob("*.trace"):
                        shutil.rmtree(trace)

    def each_form(self, told: Told) -> None:
        """The same in all forms: the states of the model, view by view and thread by thread."""
        timeline = model.read(told.trace, 1200, [f"--to={told.end}", "--from=0"])
        picture = svg.render(timeline)
        for thread in timeline.threads:
            for view in (SUBSYSTEM, LABEL):
                shown = told.spans(thread.number, view)
                self.assertEqual(sum(span.count for span in thread.spans(view)), len(shown))
                self.assertLessEqual(
                    {span.value for span in thread.spans(view)}, {value for *_, value in shown}
                )
                for span in thread.spans(view):
                    self.assertIn(f"<title>{svg.text(span.value)}, ", picture)
        check_svg(self, picture)
        name = self.folder / "told"
        lines, damage = model.run(told.trace, [f"--perfetto={name}.pf", f"--paraver={name}"])
        self.assertEqual(damage, "")
        made = {".prv": name.with_suffix(".prv").read_text()}
        made |= paraver.files(lines[-1]["threads"], lines[-1]["labels"])
        check_paraver(self, told, made)
        check_with_paraver_tools(self, name, made)
        check_perfetto(self, told, name.with_suffix(".pf").read_bytes())

    def test_command(self) -> None:
        program = self.compiled(PROGRAMS / "loop_dynamic.c")
        self.recorded(program, 1)
        trace = f"{program}.1.trace"
        words = ["--timeline", "--width=60", f"--svg={program}.svg", f"--perfetto={program}.pf"]
        command = [sys.executable, "-m", "ompt_cts", "view", trace, *words, f"--paraver={program}"]
        done = subprocess.run(command, cwd=RUNNER, capture_output=True, text=True, check=False)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        for text in ("60 columns of ", "Subsystem\n", "Label\n", "Task ID\n", "Idle\n"):
            self.assertIn(text, done.stdout)
        for ending in (".svg", ".pf", ".prv", ".pcf", ".row", ".idle.cfg", ".task.cfg"):
            self.assertTrue(Path(f"{program}{ending}").stat().st_size, ending)
        for wrong in (["/no/such", "--timeline"], [trace, "--timeline", "--width=1"], ["--svg"]):
            command = [sys.executable, "-m", "ompt_cts", "view", *wrong]
            done = subprocess.run(command, cwd=RUNNER, capture_output=True, text=True, check=False)
            with self.subTest(wrong):
                self.assertEqual((done.returncode, done.stderr.count("\n")), (2, 1), done.stderr)

    def test_around_a_witness(self) -> None:
        told = self.recorded(self.compiled(PROGRAMS / "critical.c"), 1)
        own = [one for one in told.stretches if one["thread"] == 0]
        found = neighbourhood.around(told.trace, 0, own[-1]["position"])
        self.assertEqual([lane["thread"] for lane in found["lanes"]], told.threads)
        for lane in found["lanes"]:
            for begin, end, state, _ in lane["spans"]:
                self.assertTrue(
                    0 <= begin <= end <= found["length"] and state < len(found["states"])
                )
            for x, wide, *_ in neighbourhood.boxes(lane, found["length"]):
                self.assertTrue(0 <= x <= 100 and wide > 0)
        if own[-1]["end"] - own[-1]["begin"] > found["length"] / neighbourhood.PIXELS:
            self.assertEqual(neighbourhood.at_witness(found), [own[-1]["subsystem"]])
        self.assertEqual(found["length"], own[-1]["end"] - own[-13]["begin"])
        for thread, position in ((99, 0), (0, 1_000_000)):
            with self.assertRaisesRegex(UserError, "no such event"):
                neighbourhood.around(told.trace, thread, position)

    def test_a_part_of_a_run(self) -> None:
        told = self.recorded(self.compiled(PROGRAMS / "critical.c"), 1)
        own = [one for one in told.stretches if one["thread"] == 1]
        begin, end = own[1]["begin"] + 1, own[-2]["end"] - 1
        part = [f"--from={begin}", f"--to={end / 1000}us", "--threads=1"]
        timeline = model.read(told.trace, 1000, part)
        self.assertEqual([thread.number for thread in timeline.threads], [1])
        for span in timeline.threads[0].spans(SUBSYSTEM):
            self.assertTrue(begin <= span.begin < span.end <= end)
        wrong = {"--from=soon": "not a time", "--around=1": "THREAD:POSITION", "--to=0": "--to"}
        wrong |= {"--from=1000s": "was over", "--threads=0,7": "--threads 7: the trace has no such"}
        for word, why in wrong.items():
            for form in ("--pixels=1000", f"--perfetto={self.folder}/wrong"):
                with self.assertRaisesRegex(UserError, why):
                    model.run(told.trace, [form, word])


def check_svg(test: unittest.TestCase, text: str) -> None:
    """Well formed, and nothing in it that runs or is fetched."""
    root = ElementTree.fromstring(text)
    for element in root.iter():
        test.assertNotIn(element.tag.rpartition("}")[2], ("script", "image", "a", "use"))
        for name in element.attrib:
            test.assertNotRegex(name, r"(?i)^on|href")


def check_paraver(test: unittest.TestCase, told: Told, made: dict[str, str]) -> None:
    """The records are in the order of time, and give the spans back with the names of the .pcf."""
    lines = made[".prv"].splitlines()
    count = len(told.threads)
    test.assertRegex(lines[0], rf"^#Paraver \(.+\):0*{told.end}_ns:1\({count}\):1:1\({count}:1\)$")
    records = [tuple(map(int, line.split(":"))) for line in lines[1:]]
    test.assertEqual([r[5] for r in records], sorted(r[5] for r in records))
    names: dict[int, dict[int, str]] = {}
    kind = 0
    for line in made[".pcf"].splitlines():
        if match := re.match(r"0 (9\d+) ", line):
            kind = int(match[1])
        elif kind and (match := re.match(r"(\d+) (.+)$", line)):
            names.setdefault(kind, {})[int(match[1])] = match[2]
    for place, thread in enumerate(told.threads, start=1):
        for view in VIEWS:
            kind = paraver.TYPES[view]
            own = [r for r in records if r[4] == place and r[6] == kind]
            named = {} if view == model.TASK else names[kind]
            begun = [(r[5], named.get(r[7], str(r[7]))) for r in own if r[7]]
            shown = [(begin, value) for begin, _, value in told.spans(thread, view)]
            test.assertEqual(begun, shown)
    test.assertEqual(len(made[".row"].splitlines()), 1 + count)
    for view in VIEWS:
        test.assertIn(
            f"window_filter_module evt_type 1 {paraver.TYPES[view]}\n", made[f".{view}.cfg"]
        )


def check_with_paraver_tools(test: unittest.TestCase, name: Path, made: dict[str, str]) -> None:
    """The Paraver group's own reader (PyPI's pertalde), if installed, accepts the files: they are
    well formed, with the right number of records of each type."""
    tool = shutil.which("ptd", path=f"{Path(sys.executable).parent}:/usr/bin")
    if not tool:
        return
    for ending, text in made.items():
        name.with_suffix(ending).write_text(text)
    trace = str(name.with_suffix(".prv"))
    done = subprocess.run([tool, "comprovar", "-e", trace], capture_output=True, text=True)
    test.assertEqual((done.returncode, done.stdout, done.stderr), (0, "", ""))
    shown = subprocess.run([tool, "comptar", trace], capture_output=True, text=True).stdout
    counted = dict(re.findall(r"^\| Event \| +(OpenMP: [\w ,]+?) \| +(\d+) \|", shown, re.M))
    records = re.findall(r"^2:.*:(\d+):\d+$", made[".prv"], re.M)
    names = {str(paraver.TYPES[view]): f"OpenMP: {model.TITLES[view]}" for view in VIEWS}
    names[str(paraver.INSTANTS)] = "OpenMP: Subsystem, instants"
    mine = {names[kind]: str(number) for kind, number in Counter(records).items()}
    test.assertEqual(counted, mine, shown)


def check_perfetto(test: unittest.TestCase, told: Told, data: bytes) -> None:
    """Perfetto's own schema knows every field, and finds the spans on the tracks of their views."""
    if schema is None:
        return
    trace = schema.Trace()
    trace.ParseFromString(data)
    test.assertEqual(trace.SerializeToString(deterministic=True), again(trace))
    names: dict[int, tuple[str, int]] = {}
    open_at: dict[int, tuple[int, str]] = {}
    found: dict[tuple[str, str], list[tuple[int, int, str]]] = {}
    interned: dict[int, str] = {}
    test.assertEqual(
        trace.packet[0].sequence_flags, schema.TracePacket.SEQ_INCREMENTAL_STATE_CLEARED
    )
    for one in trace.packet:
        test.assertFalse(list(unknown(one)))
        interned |= {name.iid: name.name for name in one.interned_data.event_names}
        name = one.track_event.name or interned.get(one.track_event.name_iid, "")
        if one.track_event.name_iid:
            test.assertEqual(one.sequence_flags, schema.TracePacket.SEQ_NEEDS_INCREMENTAL_STATE)
        if one.HasField("interned_data"):
            continue
        if one.HasField("track_descriptor"):
            track = one.track_descriptor
            names[track.uuid] = (track.name, track.parent_uuid)
        elif one.track_event.type == schema.TrackEvent.TYPE_SLICE_BEGIN:
            test.assertNotIn(one.track_event.track_uuid, open_at)
            open_at[one.track_event.track_uuid] = (one.timestamp, name)
        elif one.track_event.type == schema.TrackEvent.TYPE_SLICE_END:
            view, parent = names[one.track_event.track_uuid]
            begin, name = open_at.pop(one.track_event.track_uuid)
            thread = names[parent][0]
            found.setdefault((thread, view), []).append((begin, one.timestamp, name))
        else:
            test.assertEqual(one.track_event.type, schema.TrackEvent.TYPE_INSTANT)
    test.assertEqual(open_at, {})
    for thread in told.threads:
        for view in VIEWS:
            key = (f"thread {thread}", model.TITLES[view])
            test.assertEqual(found.get(key, []), told.spans(thread, view))
    command = [str(build_dir() / "bin" / "ompt-blame"), str(told.trace)]
    blamed = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    waits = [span for (_, view), spans in found.items() if view == "Waits" for span in spans]
    waited = sum(end - begin for begin, end, _ in waits) / 1e9
    test.assertAlmostEqual(waited, float(blamed.split()[0]), delta=1e-6 + len(waits) * 1e-9)


def again(trace: Any) -> bytes:
    copy = schema.Trace()
    copy.ParseFromString(trace.SerializeToString(deterministic=True))
    return bytes(copy.SerializeToString(deterministic=True))


def unknown(message: Any) -> Iterator[int]:
    """The numbers of fields that the schema does not have, at any depth."""
    from google.protobuf import unknown_fields

    yield from (one.field_number for one in unknown_fields.UnknownFieldSet(message))
    for field, value in message.ListFields():
        if field.type == field.TYPE_MESSAGE:
            for inner in value if hasattr(value, "__len__") else [value]:
                yield from unknown(inner)


class Forms(unittest.TestCase):
    def test_perfettos_schema_is_here(self) -> None:
        self.assertIsNotNone(schema, "pip install -r harness/runner/requirements-all.txt")

    def test_the_picture(self) -> None:
        self.assertEqual(svg.render(example(), width=600), PICTURE.read_text(encoding="utf-8"))

    def test_hostile_texts(self) -> None:
        timeline = example()
        timeline.damage = NASTY
        picture = svg.render(timeline)
        check_svg(self, picture)
        self.assertNotIn("<script", picture)
        self.assertNotIn("\x1b", picture)
        self.assertNotIn("\x1b", paraver.pcf({"1001": NASTY}))
        shown = terminal.render(timeline, 40).plain
        self.assertNotIn("\x1b", shown)
        self.assertNotIn("\u202e", shown)

    def test_many_tasks_have_a_scale(self) -> None:
        tasks: list[Any] = [[0, 2, n, n + 1, str(n + 1), False, 1] for n in range(1000)]
        timeline = model.made([*tasks, {"begin": 0, "end": 1000}], "many")
        legend = re.findall(r"tasks (\d+) to (\d+)", svg.render(timeline))
        self.assertEqual((len(legend), legend[0][0], legend[-1][1]), (24, "1", "1000"))
        self.assertTrue(all(int(legend[n][1]) + 1 == int(legend[n + 1][0]) for n in range(23)))
        legend = re.findall(r"tasks (\d+) to (\d+)", terminal.render(timeline, 100).plain)
        self.assertEqual(len(legend), 24)
        few = model.made([*tasks[:30], {"begin": 0, "end": 30}], "few")
        self.assertNotIn("tasks ", svg.render(few) + terminal.render(few, 100).plain)

    def test_what_is_approximate_is_said(self) -> None:
        self.assertIn(model.APPROXIMATE, svg.render(example()))
        self.assertIn("as ovni approximates it", terminal.render(example()).plain)

    def test_empty(self) -> None:
        nothing = model.made([], "nothing")
        check_svg(self, svg.render(nothing))
        terminal.render(nothing)

    def test_terminal(self) -> None:
        lines = terminal.render(example(), 40, (SUBSYSTEM,)).plain.splitlines()
        self.assertRegex(lines[2], r"^    0 \|I+m+d+j+$")
        self.assertRegex(lines[3], r"^    1 \| +S+f+$")

    def test_one_table_of_states(self) -> None:
        rows = re.findall(r'^CTS_SUBSYSTEM\(\w+, "(.+)", (\w+)\)$', STATES.read_text(), re.M)
        shown = [text for text, how in rows if how != "never"]
        self.assertEqual([state.text for state in colours.STATES], shown)
        letters = [state.letter for state in colours.STATES]
        self.assertEqual(len(set(letters)), len(letters))
