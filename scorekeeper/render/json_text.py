"""JSON that is exact for a program and harmless for a terminal."""

from __future__ import annotations

import json

from scorekeeper.base.exact import in_json
from scorekeeper.text.speech import spoken
from scorekeeper.text.width import is_control


def json_text(value: object) -> str:
    """The value as JSON: letters of any script as they are, what steers a terminal escaped, so
    that a program reads back exactly what was entered."""
    text = json.dumps(spoken(value), ensure_ascii=False, default=in_json)
    if text.isprintable():
        return text
    return "".join(json.dumps(c)[1:-1] if is_control(c) else c for c in text)
