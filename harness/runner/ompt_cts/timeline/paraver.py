"""The files beside the records of a Paraver trace (`ompt-timeline --paraver` writes the .prv): .pcf
with the meanings of values, .row with the threads' names, and a .cfg for each view, which Paraver
opens."""

from collections.abc import Mapping, Sequence

from ompt_cts.files import plain
from ompt_cts.timeline import colours
from ompt_cts.timeline.model import IDLE, SUBSYSTEM, TASK, TITLES, VIEWS

# Types of events, as in ompt-timeline: one for each view, and one for instants.
TYPES = {view: 90000001 + number for number, view in enumerate(VIEWS)}
INSTANTS = 90000011

# Readers of .pcf files expect all these, in this order.
OPTIONS = """\
DEFAULT_OPTIONS

LEVEL               THREAD
UNITS               NANOSEC
LOOK_BACK           100
SPEED               1
FLAG_ICONS          ENABLED
NUM_OF_STATE_COLORS 1000
YMAX_SCALE          37

DEFAULT_SEMANTIC

THREAD_FUNC         Last Evt Val""".splitlines()


def pcf(labels: Mapping[str, str]) -> str:
    """The meanings of the values, with their colours. `labels` are those of the trace, by number."""
    lines = [*OPTIONS, "", "STATES_COLOR"]
    lines += [
        f"{number} {{{','.join(map(str, state.colour))}}}"
        for number, state in enumerate(colours.STATES, start=1)
    ]
    for view in VIEWS:
        lines += ["", "EVENT_TYPE", f"0 {TYPES[view]} OpenMP: {TITLES[view]}"]
        if view == TASK:
            continue
        named = {int(number): text for number, text in labels.items()}
        if view == SUBSYSTEM:
            named = {n: state.text for n, state in enumerate(colours.STATES, start=1)}
        elif view == IDLE:
            named = dict(enumerate(colours.IDLE, start=1))
        lines += ["VALUES", "0 End"]
        lines += [f"{number} {plain(value)}" for number, value in sorted(named.items())]
    lines += ["", "EVENT_TYPE", f"0 {INSTANTS} OpenMP: Subsystem, instants", "VALUES", "0 End"]
    lines += [f"{n} {state.text}" for n, state in enumerate(colours.STATES, start=1)]
    return "\n".join(lines) + "\n"


def row(threads: Sequence[int]) -> str:
    lines = [f"LEVEL THREAD SIZE {len(threads)}", *(f"thread {number}" for number in threads)]
    return "\n".join(lines) + "\n"


def cfg(view: str) -> str:
    """Paraver's configuration of one view: codes by their colours, task numbers as a gradient."""
    mode = "window_in_gradient_mode" if view == TASK else "window_in_code_mode"
    kind = TYPES[view]
    return f"""\
#ParaverCFG
ConfigFile.Version: 3.4
ConfigFile.NumWindows: 1
ConfigFile.BeginDescription
OpenMP {TITLES[view]} view after ovni's model
ConfigFile.EndDescription

################################################################################
< NEW DISPLAYING WINDOW OpenMP: {TITLES[view]} view >
################################################################################
window_name OpenMP: {TITLES[view]} view
window_type single
window_id 1
window_position_x 0
window_position_y 0
window_width 1000
window_height 150
window_comm_lines_enabled false
window_flags_enabled false
window_noncolor_mode true
window_color_mode {mode}
window_logical_filtered true
window_physical_filtered false
window_units Nanoseconds
window_maximum_y 100.0
window_minimum_y 1.0
window_level thread
window_scale_relative 1.000000000000
window_object appl {{ 1, {{ All }} }}
window_begin_time_relative 0.000000000000
window_pos_to_disp 598
window_pos_x_scale 18
window_pos_y_scale 80
window_number_of_row 4
window_click_options 1 0 1 1 0 0 0 0 0 0 0 0 0
window_click_info 1 2 3 4 5
window_expanded false
window_open true
window_drawmode draw_maximum
window_drawmode_rows draw_maximum
window_pixel_size 1
window_labels_to_draw 1
window_object_axis current
window_selected_functions {{ 14, {{ {{cpu, Active Thd}}, {{appl, Adding}}, {{task, Adding}}, {{thread, Last Evt Val}}, \
{{node, Adding}}, {{system, Adding}}, {{workload, Adding}}, {{from_obj, All}}, {{to_obj, All}}, {{tag_msg, All}}, \
{{size_msg, All}}, {{bw_msg, All}}, {{evt_type, =}}, {{evt_value, All}} }} }}
window_compose_functions {{ 9, {{ {{compose_cpu, As Is}}, {{compose_appl, As Is}}, {{compose_task, As Is}}, \
{{compose_thread, As Is}}, {{compose_node, As Is}}, {{compose_system, As Is}}, {{compose_workload, As Is}}, \
{{topcompose1, As Is}}, {{topcompose2, As Is}} }} }}
window_filter_module evt_type 1 {kind}
window_filter_module evt_type_label 1 "OpenMP: {TITLES[view]}"
"""


def files(threads: Sequence[int], labels: Mapping[str, str]) -> dict[str, str]:
    """The files beside the records, by the suffix after the user's name, from the threads and
    labels of ompt-timeline."""
    found = {".pcf": pcf(labels), ".row": row(threads)}
    return found | {f".{view}.cfg": cfg(view) for view in VIEWS}
