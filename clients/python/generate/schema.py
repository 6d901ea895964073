"""JSON Schemas as Python types."""

from __future__ import annotations

import keyword
import textwrap
from collections.abc import Mapping
from typing import Any

Schema = Mapping[str, Any]
PLAIN = {"string": "str", "integer": "int", "number": "float", "boolean": "bool", "null": "None"}


def documented(text: str, indent: str) -> str:
    """A docstring, broken into lines."""
    lines = textwrap.wrap(text.replace("\\", "\\\\").replace('"""', "'''"), 140) or ["Nothing is said of it."]
    if len(lines) == 1:
        return f'{indent}"""{lines[0]}"""\n' if not lines[0].endswith('"') else f'{indent}"""{lines[0]} """\n'
    return f'{indent}"""' + f"\n{indent}".join(lines) + f'\n{indent}"""\n'


class Types:
    """Collects the named types of one ruleset while schemas are written as expressions."""

    def __init__(self, schemas: Mapping[str, Schema], prefix: str) -> None:
        self._schemas = schemas
        self._prefix = prefix
        self.written: dict[str, str] = {}

    def short(self, name: str) -> str:
        """The server's name without the ruleset's."""
        return name.removeprefix(self._prefix)

    def of(self, schema: Schema, hint: str, sent: bool) -> str:
        """The type of what a schema allows. What is sent may be any sequence or mapping; what is received is a list or a dict."""
        if "$ref" in schema:
            name = schema["$ref"].rsplit("/", 1)[-1]
            target = self._schemas[name]
            if target.get("type") == "object" and "properties" in target or "enum" in target or "discriminator" in target:
                return self.named(self.short(name), target, sent)
            return self.of(target, self.short(name), sent)
        for word in ("anyOf", "oneOf"):
            if word in schema:
                return " | ".join(dict.fromkeys(self.of(part, hint, sent) for part in schema[word]))
        if "const" in schema:
            return f'Literal["{schema["const"]}"]'
        if "enum" in schema:
            return "Literal[" + ", ".join(f'"{value}"' for value in schema["enum"]) + "]"
        kinds = schema.get("type")
        if isinstance(kinds, list):
            return " | ".join(self.of({**schema, "type": kind}, hint, sent) for kind in kinds)
        if kinds == "array":
            item = self.of(schema["items"], hint, sent) if "items" in schema else "Any"
            return f"Sequence[{item}]" if sent else f"list[{item}]"
        if kinds == "object":
            return self._object(schema, hint, sent)
        return PLAIN.get(str(kinds), "Any")

    def _object(self, schema: Schema, hint: str, sent: bool) -> str:
        if schema.get("properties"):
            return self.named(hint, schema, sent)
        values = schema.get("additionalProperties")
        item = self.of(values, hint, sent) if isinstance(values, Mapping) and values else "Any"
        if sent and r"\d" in str(schema.get("propertyNames", "")):
            return f"BySeat[{item}]"
        return f"Mapping[str, {item}]" if sent else f"dict[str, {item}]"

    def named(self, name: str, schema: Schema, sent: bool) -> str:
        """Writes a type under a name, once."""
        if name in self.written:
            return name
        self.written[name] = ""
        text = schema.get("description", "")
        if "enum" in schema or "discriminator" in schema:
            self.written[name] = f"{name}: TypeAlias = {self._quoted(schema, name, sent)}\n" + documented(text, "")
            return name
        required = schema.get("required", ())
        fields = {
            field: (kind if field in required else f"NotRequired[{kind}]")
            for field, kind in ((field, self.of(part, name + field.title().replace("_", ""), sent)) for field, part in schema["properties"].items())
        }
        if any(keyword.iskeyword(field) for field in fields):
            body = ", ".join(f'"{field}": "{kind}"' for field, kind in fields.items())
            self.written[name] = f'{name} = TypedDict("{name}", {{{body}}})\n' + documented(text, "")
        else:
            body = "\n".join(f"    {field}: {kind}" for field, kind in fields.items())
            self.written[name] = f"class {name}(TypedDict):\n{documented(text, '    ')}\n{body}\n"
        return name

    def _quoted(self, schema: Schema, name: str, sent: bool) -> str:
        if "enum" in schema:
            return self.of(schema, name, sent)
        return '"' + self.of({"oneOf": schema["oneOf"]}, name, sent).replace('"', "'") + '"'
