"""Holds YAML against JSON Schemas: a line of JSON per request on standard input, and a line per answer.

The first request is a mapping from names to schemas. Each other one is {"schema": name, "text": YAML}, or
{"schema": name, "json": JSON}. An answer is
{"verdict": "accepted"}, {"verdict": "refused", "reason": …} or {"verdict": "unreadable", "reason": …}.
"""

import json
import re
import sys

import yaml
from jsonschema import Draft7Validator, Draft202012Validator
from jsonschema.exceptions import best_match


class CoreLoader(yaml.SafeLoader):
    """Reads YAML by the core schema of version 1.2, with texts as keys. PyYAML would read `on` as a Boolean."""

    yaml_implicit_resolvers = {}

    def construct_mapping(self, node, deep=False):
        mapping = {}
        for key, value in node.value:
            if not isinstance(key, yaml.ScalarNode):
                raise yaml.constructor.ConstructorError(None, None, "a key is no scalar", key.start_mark)
            if key.value in mapping:
                raise yaml.constructor.ConstructorError(None, None, "a key is repeated", key.start_mark)
            mapping[key.value] = self.construct_object(value, deep=True)
        return mapping

    def construct_map(self, node):
        return self.construct_mapping(node)

    def construct_int(self, node):
        text = node.value
        return int(text, 8 if text.startswith("0o") else 16 if text.startswith("0x") else 10)


for tag, pattern, first in [
    ("null", r"~|null|Null|NULL|", ["~", "n", "N", ""]),
    ("bool", r"true|True|TRUE|false|False|FALSE", list("tTfF")),
    ("int", r"[-+]?[0-9]+|0o[0-7]+|0x[0-9a-fA-F]+", list("-+0123456789")),
    (
        "float",
        r"[-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?|[-+]?\.(inf|Inf|INF)|\.(nan|NaN|NAN)",
        list("-+.0123456789"),
    ),
]:
    CoreLoader.add_implicit_resolver("tag:yaml.org,2002:" + tag, re.compile(f"^(?:{pattern})$"), first)
CoreLoader.add_constructor("tag:yaml.org,2002:map", CoreLoader.construct_map)
CoreLoader.add_constructor("tag:yaml.org,2002:int", CoreLoader.construct_int)


def answer(validators, request):
    try:
        value = json.loads(request["json"]) if "json" in request else yaml.load(request["text"], CoreLoader)
    except (yaml.YAMLError, ValueError, RecursionError) as error:
        return {"verdict": "unreadable", "reason": str(error)}
    verdicts = [validator.is_valid(value) for validator in validators]
    if all(verdicts):
        return {"verdict": "accepted"}
    if any(verdicts):
        return {"verdict": "unreadable", "reason": "draft 7 and draft 2020-12 differ"}
    error = best_match(validators[0].iter_errors(value))
    return {"verdict": "refused", "reason": f"{error.json_path}: {error.message}"[:500]}


def main():
    schemas = json.loads(sys.stdin.readline())
    for schema in schemas.values():
        Draft202012Validator.check_schema(schema)
        Draft7Validator.check_schema(schema)
    validators = {name: (Draft202012Validator(schema), Draft7Validator(schema)) for name, schema in schemas.items()}
    for line in sys.stdin:
        request = json.loads(line)
        print(json.dumps(answer(validators[request["schema"]], request)), flush=True)


main()
