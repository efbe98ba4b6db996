"""Names of the months as CLDR has them.

Those of the languages on file are kept in `months.json`, made from Babel by `make months`: Babel reads all that CLDR
knows of a language at once, some 5 ms each, and dates are looked for in every language on hand.
"""

import json
import sys
from functools import cache
from importlib.resources import files
from pathlib import Path

from statchunk.languages import available

_FORMS = ("format", "stand-alone")
_WIDTHS = ("wide", "abbreviated")

Names = tuple[tuple[str, ...], ...]
"""January to December: whole and short as within a date, whole and short as alone."""


@cache
def cldr_months(code: str) -> Names:
    """The names of the months in a language, a BCP 47 code; empty where CLDR does not know it."""
    found = _on_file().get(code)
    return from_babel(code) if found is None else tuple(map(tuple, found))


@cache
def _on_file() -> dict[str, list[list[str]]]:
    content: dict[str, list[list[str]]] = json.loads((files(__package__) / "months.json").read_text(encoding="utf-8"))
    return content


def from_babel(code: str) -> Names:
    """The same as Babel gives it, whatever is on file."""
    from babel import Locale  # costly to import, and most releases are in a language on file
    from babel.core import UnknownLocaleError

    try:
        months = Locale.parse(code, sep="-").months
    except (UnknownLocaleError, ValueError):
        return ()
    return tuple(tuple(months[form][width][n] for n in range(1, 13)) for form in _FORMS for width in _WIDTHS)


def main() -> None:
    """Write the file that is named."""
    lines = [f"{json.dumps(code)}: {json.dumps(from_babel(code), ensure_ascii=False)}" for code in sorted(available())]
    Path(sys.argv[1]).write_text("{\n" + ",\n".join(lines) + "\n}\n", encoding="utf-8")


if __name__ == "__main__":
    main()
