"""Running heads and feet, page numbers, and other lines that repeat over pages."""

import re
from collections.abc import Sequence
from typing import Final

from statchunk import languages
from statchunk.geometry import centre_inside
from statchunk.layout.markers import is_word_alone, label, opens_note, opens_source
from statchunk.model.layout import Line, TableRegion
from statchunk.model.page import Page
from statchunk.settings import LayoutSettings

_DIGITS: Final = re.compile(r"\d+")
_PAGE_NUMBER: Final = re.compile(r"^[\s\-–—.|·/\[(]*(?:\d{1,4}|[ivxlc]{1,6})[\s\-–—.|·/\])]*$", re.IGNORECASE)


def find_furniture(
    pages: Sequence[Page],
    lines: Sequence[Sequence[Line]],
    regions: Sequence[Sequence[TableRegion]],
    em: float,
    settings: LayoutSettings,
) -> list[set[int]]:
    """Indices, page by page, of the lines that are furniture.

    A line is furniture when its text, digits aside, stands at about the same height near the head or foot of
    another page nearby, when it is a page number at head or foot, or when it only says that a table goes on.
    What stands over a table on every page where it repeats, larger or bolder than the text, is the table's title.
    """
    keys: list[dict[tuple[str, int], list[int]]] = []
    for page, page_lines, page_regions in zip(pages, lines, regions, strict=True):
        found: dict[tuple[str, int], list[int]] = {}
        for index in _margin(page, page_lines, page_regions, settings):
            found.setdefault(_key(page_lines[index], page), []).append(index)
        keys.append(found)
    over_text = {
        text
        for found, page_lines, page_regions in zip(keys, lines, regions, strict=True)
        for (text, _), indices in found.items()
        for index in indices
        if not _is_over_table(page_lines[index], page_regions, em, settings)
    }
    out: list[set[int]] = []
    for number, found in enumerate(keys):
        page, page_lines = pages[number], lines[number]
        near = keys[max(0, number - 2) : number] + keys[number + 1 : number + 3]
        mine: set[int] = set()
        for (text, place), indices in found.items():
            repeated = any((text, place + shift) in other for other in near for shift in (-1, 0, 1))
            for index in indices:
                again = (repeated or _is_twin(indices, page_lines)) and text in over_text
                if _is_page_number(page_lines[index], page_lines) or (
                    again
                    and not _has_role(page_lines[index])
                    and not _is_under_table(index, page_lines, regions[number])
                ):
                    mine.add(index)
        if not mine:
            mine = _numbered_foot(page, page_lines, regions[number], em, settings)
        mine = _outermost(mine | _beside(mine, page, page_lines), page, page_lines, regions[number])
        mine |= {
            i
            for i, line in enumerate(page_lines)
            if (_says_continued(line) and not _ends_another(line, page_lines))
            or (line.turn and line.x1 - line.x0 < 40 and _is_edge(line, page))
        }
        out.append(mine)
    return out


def _is_twin(indices: Sequence[int], lines: Sequence[Line]) -> bool:
    """Whether a line stands twice on one baseline, as the running heads of two pages on a sheet do."""
    return len(indices) > 1 and abs(lines[indices[0]].baseline - lines[indices[1]].baseline) < 1


def _is_over_table(line: Line, regions: Sequence[TableRegion], em: float, settings: LayoutSettings) -> bool:
    """Whether a stressed line stands close over a table."""
    return (line.bold or line.size > 1.1 * em) and any(
        line.top < region.top
        and region.top - line.bottom < settings.caption_gap * em
        and line.x0 < region.x1
        and region.x0 < line.x1
        for region in regions
    )


def _is_under_table(index: int, lines: Sequence[Line], regions: Sequence[TableRegion]) -> bool:
    """Whether a line of running text is, or carries on, what stands close under a table: its notes repeat too."""
    line = lines[index]
    if line.count < 6 or not regions:
        return False
    top, size = line.top, line.size
    for other in sorted(lines, key=lambda other: -other.top):
        if other.top < top and top - other.bottom < 0.9 * size and other.x0 < line.x1 and line.x0 < other.x1:
            top = other.top
    return any(-size < top - r.bottom < 3 * size and r.x0 < line.x1 and line.x0 < r.x1 for r in regions)


def _outermost(found: set[int], page: Page, lines: Sequence[Line], regions: Sequence[TableRegion]) -> set[int]:
    """Those that nothing but furniture parts from the head or foot of the page."""
    kept: set[int] = set()
    middle = page.height / 2
    for foot in (False, True):
        order = sorted(
            (i for i, line in enumerate(lines) if (line.baseline > middle) == foot and not line.turn),
            key=lambda i: -lines[i].baseline if foot else lines[i].baseline,
        )
        edge = min((r.top for r in regions), default=page.height)
        if foot:
            edge = max((r.bottom for r in regions), default=0.0)
        at = 0
        while at < len(order):
            row = [order[at]]
            level = lines[order[at]].baseline
            while at + len(row) < len(order) and abs(lines[order[at + len(row)]].baseline - level) < 3:
                row.append(order[at + len(row)])
            if foot and all(opens_note(lines[i].text) or opens_source(lines[i].text) for i in row):
                at += len(row)
                continue
            beyond = lines[row[0]].bottom < edge if foot else lines[row[0]].top > edge
            if beyond or not all(i in found for i in row):
                break
            kept.update(row)
            at += len(row)
    return kept | {i for i in found if lines[i].turn}


def _margin(page: Page, lines: Sequence[Line], regions: Sequence[TableRegion], settings: LayoutSettings) -> list[int]:
    """The lines near head and foot: in the outer bands, or the outermost few of the page."""
    free = [
        i
        for i, line in enumerate(lines)
        if not any(
            r.x0 <= line.x0 and line.x1 <= r.x1 and r.top <= line.top and line.bottom <= r.bottom for r in regions
        )
    ]
    head = settings.margin_band * page.height
    foot = page.height - head
    by_height = sorted(free, key=lambda i: lines[i].top)
    outer = set(by_height[: settings.margin_lines]) | set(by_height[len(by_height) - settings.margin_lines :])
    return [
        i
        for i in free
        if (lines[i].bottom <= head or lines[i].top >= foot)
        or (
            i in outer
            and lines[i].count <= settings.margin_words
            and (lines[i].bottom < 2 * head or lines[i].top > page.height - 2 * head)
        )
        or (lines[i].turn and _is_edge(lines[i], page))
    ]


def _is_edge(line: Line, page: Page) -> bool:
    """Whether a line stands at the left or right edge of the page, in no frame such as a chart's."""
    if 0.1 * page.width <= line.x1 and line.x0 <= 0.9 * page.width:
        return False
    return not any(
        rect.x1 - rect.x0 < 0.95 * page.width and rect.x1 - rect.x0 > 6 * line.size and centre_inside(line, rect)
        for rect in page.rects
    )


def _key(line: Line, page: Page) -> tuple[str, int]:
    return _DIGITS.sub("#", line.text).casefold(), round(line.baseline / page.height * 50)


def _has_role(line: Line) -> bool:
    """Whether it is a caption, source line or note, which repeat on the pages of a table without being furniture."""
    text = line.text
    found = label(text)
    return (found is not None and (found.stopped or line.bold)) or opens_source(text) or opens_note(text)


def _is_page_number(line: Line, lines: Sequence[Line]) -> bool:
    """Whether it is a page number, outermost at head or foot."""
    text = line.text
    words = languages.words("page")
    plain = " ".join(part for part in re.split(r"[\s/|]+", text.casefold()) if part.strip(".,:-–—") not in words)
    named = plain != " ".join(re.split(r"[\s/|]+", text.casefold()))
    if named and len(text) <= 24 and re.search(r"\d", text) and len(re.sub(r"[\d\W]", "", plain)) <= 6:
        return True
    if not _PAGE_NUMBER.match(text) or line.words[0].rise:
        return False
    if not text.strip(" -–—.|[]()").isdigit() and line.bold:
        return False
    below = [other for other in lines if other is not line and other.top >= line.bottom - 1]
    above = [other for other in lines if other is not line and other.bottom <= line.top + 1]
    return len(below) <= 2 or len(above) <= 1


def _numbered_foot(
    page: Page, lines: Sequence[Line], regions: Sequence[TableRegion], em: float, settings: LayoutSettings
) -> set[int]:
    """A short line with a page number at its start or end, and what is beyond it; for pages without furniture else."""
    for foot in (True, False):
        edge = sorted(
            (i for i, line in enumerate(lines) if not line.turn),
            key=lambda i: -lines[i].baseline if foot else lines[i].baseline,
        )[:3]
        for at, index in enumerate(edge):
            line = lines[index]
            outer = line.bottom > 0.93 * page.height if foot else line.top < 0.07 * page.height
            number = line.words[0].text if line.words[-1].text[-1:].isalpha() else line.words[-1].text
            if (
                outer
                and 1 < line.count <= 12
                and number.isdigit()
                and len(number) <= 4
                and line.words[0].rise == 0
                and line.words[-1].rise == 0
                and not _has_role(line)
                and _is_capitalised(line)
                and not _is_over_table(line, regions, em, settings)
                and all(lines[i].count <= 14 for i in edge[:at])
            ):
                return set(edge[: at + 1])
    return set()


def _is_capitalised(line: Line) -> bool:
    """Whether most of its words, but at least one, begin with a capital, as in a running title."""
    spelt = [word.text for word in line.words if word.text[:1].isalpha() and len(word.text) > 3]
    return bool(spelt) and 5 * sum(text[:1].isupper() for text in spelt) >= 3 * len(spelt)


def _beside(found: set[int], page: Page, lines: Sequence[Line]) -> set[int]:
    """Short lines on the baseline of a running head or foot at the very head or foot are part of it."""
    out: set[int] = set()
    edge = 0.08 * page.height
    for index in found:
        line = lines[index]
        if line.turn or edge < line.baseline < page.height - edge:
            continue
        for other, candidate in enumerate(lines):
            if (
                other not in found
                and abs(candidate.baseline - line.baseline) < 0.3 * line.size
                and not candidate.turn
                and len(candidate.text) < 90
            ):
                out.add(other)
    return out


def _ends_another(line: Line, lines: Sequence[Line]) -> bool:
    """Whether a line stands right after another on its baseline: the end of a caption set in other type."""
    return any(abs(other.baseline - line.baseline) < 1 and -1 < line.x0 - other.x1 < 1.5 * line.size for other in lines)


def _says_continued(line: Line) -> bool:
    text = line.text
    return len(text) < 30 and is_word_alone(text, "continued")
