"""The part of SARIF 2.1.0 that we write, as a JSON Schema: every property that we may write and none
else, with the types and the words that the standard gives it (the section stands after each)."""

from typing import Any

from ompt_cts.files import Json

TEXT: Json = {"type": "string", "minLength": 1}
COUNT: Json = {"type": "integer", "minimum": 1}
INDEX: Json = {"type": "integer", "minimum": 0}


def an_object(required: str, **properties: Json) -> Json:
    return {
        "type": "object",
        "required": required.split(),
        "properties": properties,
        "additionalProperties": False,
    }


def a_list(items: Json, **more: Any) -> Json:
    return {"type": "array", "items": items, **more}


def a_map(values: Json) -> Json:
    return {"type": "object", "additionalProperties": values}


RELATIVE: Json = {"type": "string", "format": "uri-reference", "pattern": r"^[^/:\\ ][^:\\ ]*$"}
PROPERTIES: Json = {"type": "object"}  # 3.8
MESSAGE = an_object("text", text=TEXT)  # 3.11
MULTIFORMAT = an_object("text", text=TEXT, markdown=TEXT)  # 3.12
ARTIFACT = an_object("uri uriBaseId", uri=RELATIVE, uriBaseId=TEXT)  # 3.4
PHYSICAL = an_object(  # 3.29, 3.30
    "artifactLocation region",
    artifactLocation=ARTIFACT,
    region=an_object("startLine", startLine=COUNT),
)
LOCATION = an_object("physicalLocation", id=INDEX, physicalLocation=PHYSICAL)  # 3.28
LEVEL: Json = {"enum": ["none", "note", "warning", "error"]}  # 3.27.10
SUPPRESSION = an_object(  # 3.35
    "kind",
    kind={"enum": ["inSource", "external"]},
    status={"enum": ["accepted", "underReview", "rejected"]},
    justification=TEXT,
)
RESULT = an_object(  # 3.27
    "ruleId ruleIndex level kind message partialFingerprints",
    ruleId=TEXT,
    ruleIndex=INDEX,
    level=LEVEL,
    baselineState={"enum": ["new", "unchanged", "updated", "absent"]},
    kind={"enum": ["fail"]},  # 3.27.10: only with this kind may there be a level but none
    message=MESSAGE,
    locations=a_list(LOCATION),
    relatedLocations=a_list(LOCATION, uniqueItems=True),
    partialFingerprints=a_map(TEXT),
    suppressions=a_list(SUPPRESSION, uniqueItems=True),
    properties=PROPERTIES,
)
DESCRIPTOR = an_object(  # 3.49
    "id shortDescription",
    id=TEXT,
    shortDescription=MULTIFORMAT,
    helpUri={"type": "string", "format": "uri", "pattern": "^https://"},
    help=MULTIFORMAT,
    properties=PROPERTIES,
)
NOTIFICATION = an_object(
    "message", level=LEVEL, message=MESSAGE, locations=a_list(LOCATION)
)  # 3.58
INVOCATION = an_object(  # 3.20
    "executionSuccessful",
    executionSuccessful={"type": "boolean"},
    startTimeUtc={"type": "string", "pattern": r"^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$"},  # 3.9
    toolExecutionNotifications=a_list(NOTIFICATION),
)
DRIVER = an_object(  # 3.19
    "name",
    name=TEXT,
    semanticVersion={"type": "string", "pattern": r"^\d+\.\d+\.\d+"},
    rules=a_list(DESCRIPTOR, uniqueItems=True),
)
RUN = an_object(  # 3.14
    "tool results",
    tool=an_object("driver", driver=DRIVER),
    automationDetails=an_object("id", id=TEXT),
    originalUriBaseIds=a_map(an_object("description", description=MESSAGE)),
    invocations=a_list(INVOCATION),
    results=a_list(RESULT),
    properties=PROPERTIES,
)
LOG = an_object(  # 3.13
    "$schema version runs",
    **{"$schema": {"type": "string", "format": "uri"}},
    version={"const": "2.1.0"},
    runs=a_list(RUN, minItems=1),
)
