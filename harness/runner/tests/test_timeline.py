"""Timelines: what real programs' pictures show, the same in every run, and every form of them."""

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

from ompt_cts.paths import ROOT, RUNNER, build_dir
from ompt_cts.runtime import runtimes
from ompt_cts.timeline import colours, model, neighbourhood, paraver, perfetto, svg, terminal
from ompt_cts.timeline.model import LABEL, SUBSYSTEM, VIEWS, Timeline
from ompt_cts.verdict import outcome

try:
    from perfetto.protos.perfetto.trace import perfetto_trace_pb2 as schema
except ImportError:  # an old virtual environment
    schema = None

PROGRAMS = Path(__file__).parent / "timeline"
EXPECTED = PROGRAMS / "expected.txt"
PICTURE = PROGRAMS / "example.svg"
COMPILE = RUNNER / "ompt_cts" / "steps" / "compile.py"
STATES = ROOT / "harness" / "trace" / "views" / "subsystems.def"
OTHERS = ("llvm-16", "llvm-22", "intel-openmp-2026", "gcc-on-llvm-19")  # where they are there
NASTY = "<script>&\x1b]0;x\x07\u202e\"'|%\ud800]]>"


def stretch(thread: int, begin: int, end: int, state: str, **more: Any) -> dict[str, Any]:
    told = {"label": "", "task": 1, "idle": "Progressing", "approximate": False, "instant": False}
    told |= {"thread": thread, "position": begin, "begin": begin, "end": end, "subsystem": state}
    return told | more


def example() -> Timeline:
    """Two threads and all sorts of things."""
    chunk, join = "Work-distribution: Dynamic for chunk", "Barrier: Join"
    return model.made(
        [
            stretch(0, 100, 300, "Runtime: Init", task=0),
            stretch(0, 300, 900, "Runtime: User microtask", label="a.c:3"),
            stretch(0, 900, 1500, chunk, label="a.c:4"),
            stretch(0, 1500, 2100, chunk, label="a.c:4"),
            stretch(0, 2100, 2100, "Task: Allocation", instant=True),
            stretch(0, 2100, 4000, join, label="a.c:3", idle="Stalled"),
            stretch(1, 600, 1200, "Work-distribution: Section", label=NASTY, approximate=True),
            stretch(1, 1200, 4000, "Barrier: Fork", idle="Stalled", task=0),
        ],
        NASTY,
    )


class Pictures(unittest.TestCase):
    """One program for each state; what each of its tasks shows is written down."""

    def setUp(self) -> None:
        self.viewer = build_dir() / "bin" / "ompt-view"
        found = next((r for r in runtimes.discover() if r.name == runtimes.DEFAULT), None)
        if not self.viewer.exists() or not found or not found.available:
            self.skipTest("the tools or the default runtime are not here")
        self.runtime = found
        temporary = tempfile.TemporaryDirectory(prefix="with blanks ")
        self.addCleanup(temporary.cleanup)
        self.folder = Path(temporary.name)

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

    def recorded(self, program: Path, number: int) -> Timeline:
        trace = self.folder / f"{program.name}.{number}.trace"
        told = {
            "OMP_TOOL_LIBRARIES": str(build_dir() / "bin" / "libompt-checker.so"),
            "OMPT_CTS_TRACE": str(trace),
        }
        subprocess.run([str(program)], env=told, check=True, timeout=60)
        return model.read(trace)

    @staticmethod
    def shown(timeline: Timeline) -> list[str]:
        """What each task shows, the tasks sorted; what threads show outside of tasks, and instants."""
        states, labels = (model.of_tasks(timeline, view) for view in (SUBSYSTEM, LABEL))
        lines = [
            f"task {' > '.join(states[task])} | {' > '.join(labels.get(task, []))}"
            for task in states
        ]
        outside = {s["subsystem"] for t in timeline.threads for s in t.stretches if not s["task"]}
        lines += [f"thread {state}" for state in outside]
        lines += {f"instant {i.value}" for t in timeline.threads for i in t.instants}
        return sorted(lines)

    def test_every_program(self) -> None:
        expected = dict(re.findall(r"^== (\w+)\n((?:(?!==).*\n)*)", EXPECTED.read_text(), re.M))
        sources = sorted(PROGRAMS.glob("*.c"))
        self.assertEqual([source.stem for source in sources], sorted(expected))
        met: set[str] = set()
        for source in sources:
            program = self.compiled(source)
            for number in (1, 2):
                timeline = self.recorded(program, number)
                with self.subTest(source.stem, run=number):
                    text = "".join(f"{line}\n" for line in self.shown(timeline))
                    self.assertEqual(text, expected[source.stem])
                    self.each_form(timeline)
            met |= set(re.findall(r"\w[\w-]+: [A-Za-z0-9 ]+\w", expected[source.stem]))
        missing = {state.text for state in colours.STATES} - met
        self.assertEqual(missing, set())

    def test_other_runtimes(self) -> None:
        """Whatever the runtime, two runs show the same, and every form says it."""
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
                    states = {s["subsystem"] for t in first.threads for s in t.stretches}
                    self.assertLessEqual(states, known | {""})
                    self.each_form(first)
                    for trace in self.folder.glob("*.trace"):
                        shutil.rmtree(trace)

    def each_form(self, timeline: Timeline) -> None:
        """The same in all forms: the states of the model, view by view and thread by thread."""
        picture = svg.render(timeline, window=(0, timeline.end))
        for thread in timeline.threads:
            for view in (SUBSYSTEM, LABEL):
                for span in thread.spans(view):
                    self.assertIn(f"<title>{svg.text(span.value)}, ", picture)
        check_svg(self, picture)
        check_paraver(self, timeline)
        check_with_paraver_tools(self, self.folder, timeline)
        check_perfetto(self, timeline)

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
        program = self.compiled(PROGRAMS / "critical.c")
        timeline = self.recorded(program, 1)
        last = timeline.threads[0].stretches[-1]["position"]
        found = neighbourhood.around(timeline, 0, last)
        assert found
        self.assertEqual(
            [lane["thread"] for lane in found["lanes"]], list(range(len(timeline.threads)))
        )
        for lane in found["lanes"]:
            for begin, end, state, _ in lane["spans"]:
                self.assertTrue(
                    0 <= begin <= end <= found["length"] and state < len(found["states"])
                )
            for x, wide, *_ in neighbourhood.boxes(lane, found["length"]):
                self.assertTrue(0 <= x <= 100 and wide > 0)
        own = timeline.threads[0].spans(SUBSYSTEM)
        self.assertEqual(neighbourhood.at_witness(found), [own[-1].value])
        self.assertIsNone(neighbourhood.around(timeline, 99, 0))


def check_svg(test: unittest.TestCase, text: str) -> None:
    """Well formed, and nothing in it that runs or is fetched."""
    root = ElementTree.fromstring(text)
    for element in root.iter():
        test.assertNotIn(element.tag.rpartition("}")[2], ("script", "image", "a", "use"))
        for name in element.attrib:
            test.assertNotRegex(name, r"(?i)^on|href")


def check_paraver(test: unittest.TestCase, timeline: Timeline) -> None:
    """The records are in the order of time, and give the spans back with the names of the .pcf."""
    made = paraver.files(timeline)
    lines = made[".prv"].splitlines()
    count = len(timeline.threads)
    test.assertRegex(
        lines[0], rf"^#Paraver \(.+\):{timeline.end}_ns:1\({count}\):1:1\({count}:1\)$"
    )
    records = [tuple(map(int, line.split(":"))) for line in lines[1:]]
    test.assertEqual([r[5] for r in records], sorted(r[5] for r in records))
    names: dict[int, dict[int, str]] = {}
    kind = 0
    for line in made[".pcf"].splitlines():
        if match := re.match(r"0 (9\d+) ", line):
            kind = int(match[1])
        elif kind and (match := re.match(r"(\d+) (.+)$", line)):
            names.setdefault(kind, {})[int(match[1])] = match[2]
    for place, thread in enumerate(timeline.threads, start=1):
        for view in VIEWS:
            own = [r for r in records if r[4] == place and r[6] == paraver.TYPES[view]]
            begun = [(r[5], r[7]) for r in own if r[7]]
            spans = [(s.begin, paraver.number_of(view, s.value)) for s in thread.spans(view)]
            test.assertEqual(begun, spans)
            if view != model.TASK:
                test.assertTrue(all(value in names[paraver.TYPES[view]] for _, value in begun))
    test.assertEqual(len(made[".row"].splitlines()), 1 + count)
    for view in VIEWS:
        test.assertIn(
            f"window_filter_module evt_type 1 {paraver.TYPES[view]}\n", made[f".{view}.cfg"]
        )


def check_with_paraver_tools(test: unittest.TestCase, folder: Path, timeline: Timeline) -> None:
    """What the Paraver group's own reader says of the files, where it is installed (PyPI's pertalde):
    well formed, and of each type as many records as there are."""
    tool = shutil.which("ptd", path=f"{Path(sys.executable).parent}:/usr/bin")
    if not tool:
        return
    for ending, text in paraver.files(timeline).items():
        (folder / f"told{ending}").write_text(text)
    trace = str(folder / "told.prv")
    done = subprocess.run([tool, "comprovar", "-e", trace], capture_output=True, text=True)
    test.assertEqual((done.returncode, done.stdout, done.stderr), (0, "", ""))
    shown = subprocess.run([tool, "comptar", trace], capture_output=True, text=True).stdout
    counted = dict(re.findall(r"^\| Event \| +(OpenMP: [\w ,]+?) \| +(\d+) \|", shown, re.M))
    records = re.findall(r"^2:.*:(\d+):\d+$", paraver.prv(timeline), re.M)
    names = {str(paraver.TYPES[view]): f"OpenMP: {model.TITLES[view]}" for view in VIEWS}
    names[str(paraver.INSTANTS)] = "OpenMP: Subsystem, instants"
    mine = {names[kind]: str(number) for kind, number in Counter(records).items()}
    test.assertEqual(counted, mine, shown)


def check_perfetto(test: unittest.TestCase, timeline: Timeline) -> None:
    """Perfetto's own schema knows every field, and finds the spans on the tracks of their views."""
    if schema is None:
        return
    trace = schema.Trace()
    data = perfetto.render(timeline)
    trace.ParseFromString(data)
    test.assertEqual(trace.SerializeToString(deterministic=True), again(trace))
    names: dict[int, tuple[str, int]] = {}
    open_at: dict[int, tuple[int, str]] = {}
    found: dict[tuple[str, str], list[tuple[int, int, str]]] = {}
    for one in trace.packet:
        test.assertFalse(list(unknown(one)))
        if one.HasField("track_descriptor"):
            track = one.track_descriptor
            names[track.uuid] = (track.name, track.parent_uuid)
        elif one.track_event.type == schema.TrackEvent.TYPE_SLICE_BEGIN:
            test.assertNotIn(one.track_event.track_uuid, open_at)
            open_at[one.track_event.track_uuid] = (one.timestamp, one.track_event.name)
        elif one.track_event.type == schema.TrackEvent.TYPE_SLICE_END:
            view, parent = names[one.track_event.track_uuid]
            begin, name = open_at.pop(one.track_event.track_uuid)
            thread = names[parent][0]
            found.setdefault((thread, view), []).append((begin, one.timestamp, name))
        else:
            test.assertEqual(one.track_event.type, schema.TrackEvent.TYPE_INSTANT)
    test.assertEqual(open_at, {})
    for thread in timeline.threads:
        for view in VIEWS:
            spans = [
                (s.begin, s.end, s.value.encode("utf-8", "replace").decode())
                for s in thread.spans(view)
            ]
            key = (f"thread {thread.number}", model.TITLES[view])
            test.assertEqual(found.get(key, []), spans)


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
        self.assertIsNotNone(schema, "pip install -r harness/runner/requirements.txt")

    def test_the_picture(self) -> None:
        self.assertEqual(svg.render(example(), width=600), PICTURE.read_text(encoding="utf-8"))

    def test_hostile_texts(self) -> None:
        timeline = example()
        timeline.damage = NASTY
        picture = svg.render(timeline)
        check_svg(self, picture)
        self.assertNotIn("<script", picture)
        self.assertNotIn("\x1b", picture)
        check_paraver(self, timeline)
        check_perfetto(self, timeline)
        shown = terminal.render(timeline, 40).plain
        self.assertNotIn("\x1b", shown)
        self.assertNotIn("\u202e", shown)

    def test_chunks_are_apart(self) -> None:
        spans = example().threads[0].spans(SUBSYSTEM)
        self.assertEqual([s.value for s in spans].count("Work-distribution: Dynamic for chunk"), 2)
        self.assertEqual(len(example().threads[0].spans(LABEL)), 3)

    def test_what_is_approximate_is_said(self) -> None:
        self.assertIn(model.APPROXIMATE, svg.render(example()))
        self.assertIn("as ovni approximates it", terminal.render(example()).plain)
        self.assertIn(b"approximation", perfetto.render(example()))

    def test_empty(self) -> None:
        nothing = model.made([], "nothing")
        check_svg(self, svg.render(nothing))
        check_paraver(self, nothing)
        check_perfetto(self, nothing)
        terminal.render(nothing)

    def test_terminal(self) -> None:
        lines = terminal.render(example(), 40, (SUBSYSTEM,)).plain.splitlines()
        self.assertRegex(lines[2], r"^    0 \|I?m+d+j+$")
        self.assertRegex(lines[3], r"^    1 \| *S+f+$")

    def test_one_table_of_states(self) -> None:
        rows = re.findall(r'^CTS_SUBSYSTEM\(\w+, "(.+)", (\w+)\)$', STATES.read_text(), re.M)
        shown = [text for text, how in rows if how != "never"]
        self.assertEqual([state.text for state in colours.STATES], shown)
        letters = [state.letter for state in colours.STATES]
        self.assertEqual(len(set(letters)), len(letters))
