"""Units, multipliers and index bases in labels, captions, headnotes and notes."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import islice
from typing import Final

from statchunk.languages import language
from statchunk.languages.unit_lines import led_unit
from statchunk.meaning.unit_vocabulary import UnitKind, UnitVocabulary, currency_codes, unit_vocabulary
from statchunk.meaning.vocabulary import fold, known, period_vocabulary, phrase_pattern
from statchunk.text import one_space

NUMBER: Final = "number"
"""Noun of a unit line for counts: "numbers in thousands"."""
RELATIVE: Final[frozenset[UnitKind]] = frozenset({"points", "change", "share"})
"""Kinds that say how a figure relates to others: in a column head they hold whatever unit the row states."""


@dataclass(frozen=True, slots=True)
class UnitStatement:
    """What a text says of the unit."""

    unit: str | None
    """A spelling that contains the plain name: "%", "% change over 12 months", "index (2015=100)", "£ million"; None
    where the text gives an index base only."""
    kind: UnitKind | None
    multiplier: int | None = None
    """Power of ten; the unit's words repeat it."""
    base_period: str | None = None
    """Of an index, as printed: "2015=100"."""
    basis: int | None = None
    """Of a change: months between the two periods, where the text says so: 12 for annual, 1 for monthly."""
    whole: bool = False
    """Whether the text, or a bracket of it, says nothing else."""
    noun: str | None = None
    """Of an amount: what is left of the unit without its multiplier, "dollars" of "millions of dollars"; None where the
    multiplier stands alone."""
    rate: bool = False
    """Whether an amount is counted for each of something: "dollars per hour", "kg/ha", "per 100,000 inhabitants"."""
    money: bool = False
    """Whether an amount is of a currency."""
    doubtful: bool = False
    """Whether the word for an index stands inside a longer name with no base ("Gold index, London fix"), or a change is
    named with no word of per cent: an amount that is stated farther off is then nearer the truth."""


_BASE: Final = re.compile(
    r"(?P<base>(?:(?:[^\W\d_]\d|[^\W\d_]+\.?)\s+(?:\d{1,2},?\s+)?)?\d{4}"
    r"(?:\s*[-–/]\s*(?:\d{4}|\d{2})|[\s:-]*[^\W\d_]\d(?!\d))?)\s*(?:[^\W\d_]+\s*)?=\s*"
    r"(?P<hundred>1\d{1,3}(?:[.,]0+)?)(?!\d)"
)
_LONGEST_LED: Final = 7
"""Words of a unit at the end of a label, the one that leads to it included."""
_TYPED_MILLE: Final = re.compile(r"%[oοо0](?![^\W_])")
"""The sign for parts in a thousand, written as that for parts in a hundred and the letter o of any script."""
_WORD: Final = re.compile(r"\S+")
_STOP: Final = re.compile(r"[,;:.)](?:\s|$)")
_NAME_GOES_ON: Final = re.compile(r",?\s+[^\W\d_]")
_LONGEST_LEAD: Final = 6  # words
_BRACKET: Final = re.compile(r"[(\[]([^()\[\]]*)[)\]]")
_DASH: Final = str.maketrans(dict.fromkeys("‑‐–—−", "-") | {"’": "'", "‘": "'"})


def is_rate(text: str, languages: Sequence[str] = ("en",)) -> bool:
    """Whether a label speaks of what falls to each of something: "GDP per capita", "value per acre"."""
    pattern = unit_vocabulary(known(languages)).rate
    return pattern is not None and pattern.search(fold(text).translate(_DASH)) is not None


def speaks_of_change(text: str, languages: Sequence[str] = ("en",)) -> bool:
    """Whether a label is of a change, whatever its unit: "change since 2019", "difference (percentage points)"."""
    pattern = _changes(known(languages))
    return pattern is not None and pattern.search(fold(text).translate(_DASH)) is not None


@lru_cache(maxsize=64)
def _changes(codes: tuple[str, ...]) -> re.Pattern[str] | None:
    found: list[str] = []
    for code in codes:
        words = language(code)
        found += (*words.changes.words, *words.units.change, *words.units.points)
    return phrase_pattern(found)


def find_unit(
    text: str, languages: Sequence[str] = ("en",), label: bool = True, *, amounts: bool = True
) -> UnitStatement | None:
    """What a text says of the unit; None where it says nothing.

    Args:
        text: a column head, row label, caption, headnote or note.
        languages: codes whose words are known.
        label: whether the text is a label or unit line; in running text only bracketed amounts count.
        amounts: whether amounts are wanted; they take longest to look for.
    """
    return _find(text, known(languages), label, amounts)


def find_units(text: str, languages: Sequence[str] = ("en",)) -> frozenset[UnitKind]:
    """All kinds of unit that a text speaks of: more than one makes a caption no guide to its cells."""
    folded = fold(text).translate(_DASH)
    found = []
    for kind, pattern in unit_vocabulary(known(languages)).phrases:
        folded, count = pattern.subn("¤", folded)
        if count:
            found.append(kind)
    kinds = frozenset(found)
    if kinds & {"change", "share", "points"}:
        kinds -= {"percent"}
    return kinds - {"percent", "per_thousand"} if "weight" in kinds else kinds


def introduced_unit(text: str, languages: Sequence[str] = ("en",)) -> UnitStatement | None:
    """The unit that a sentence gives after a small word that leads to one, with nothing else behind it up to the next
    stop, or in brackets: "the figures of the table are in thousands, ..."; None where it gives none.
    """
    codes = known(languages)
    shown = one_space(text)
    leads = _leads(codes)
    if leads is None or len(fold(shown)) != len(shown):
        return None
    for match in leads.finditer(fold(shown)):
        tail = _STOP.split(shown[match.start() :])[0]
        for part in (tail, tail[len(match.group()) :]):
            found = find_unit(part, codes)
            if found is not None and found.whole and found.kind in ("amount", "percent"):
                return found
    bracketed = find_unit(shown, codes, label=False)
    return bracketed if bracketed is not None and bracketed.kind == "amount" else None


def states_unit(sentence: str, languages: Sequence[str] = ("en",)) -> bool:
    """Whether a sentence says in what unit figures are: "all values are in thousands of persons"."""
    figures = _figures(known(languages))
    shown = one_space(sentence)
    match = figures.search(fold(shown)) if figures is not None else None
    return match is not None and introduced_unit(shown[match.end() :], languages) is not None


@lru_cache(maxsize=64)
def _figures(codes: tuple[str, ...]) -> re.Pattern[str] | None:
    return phrase_pattern(word for code in codes for word in language(code).units.figures)


@lru_cache(maxsize=64)
def _leads(codes: tuple[str, ...]) -> re.Pattern[str] | None:
    return phrase_pattern(word for code in codes for word in language(code).units.lead)


def caption_unit(text: str, languages: Sequence[str] = ("en",)) -> UnitStatement | None:
    """The unit of a caption for cells whose labels state none; None where it speaks of several.

    A change of an index ("Consumer price index, annual change in %") is a change; an index and its change are two.
    """
    codes = known(languages)
    kinds = find_units(text, codes)
    if kinds == {"change", "index"}:
        also = period_vocabulary(codes).classes
        words = fold(text).split()
        if any(also.get(word) == "also" for word in words) or "&" in words:
            return None
    elif len(kinds) > 1:
        return None
    elif kinds == {"change"}:
        level = _amount(*_shown(text), unit_vocabulary(codes), False)
        if level is not None and level.multiplier:
            return level  # "Chained values (million euro), changes in %": columns of changes say so
    led = led_unit(text)
    return find_unit(text, codes, label=False) or (find_unit(led, codes) if led is not None else None)


def _shown(text: str) -> tuple[str, str]:
    shown = one_space(text)
    if "%" in shown:
        shown = _TYPED_MILLE.sub("‰", shown)
    return shown, fold(shown).translate(_DASH)


@lru_cache(maxsize=16384)
def _find(text: str, codes: tuple[str, ...], label: bool, amounts: bool) -> UnitStatement | None:
    if not text:
        return None
    shown, folded = _shown(text)
    vocabulary = unit_vocabulary(codes)
    base = _base(shown, folded, vocabulary)
    for kind, pattern in vocabulary.phrases:
        match = pattern.search(folded)
        if match is None:
            continue
        if kind == "per_thousand" and _is_price(match, folded, vocabulary):
            continue
        if kind == "change" and amounts and _is_bare(match, folded, vocabulary):
            amount = _amount(shown, folded, vocabulary, label)
            if amount is not None and amount.kind == "amount" and amount.multiplier != 0:
                return amount  # "Change over the quarter (thousands)"
        if kind == "weight" and base is not None and dict(vocabulary.phrases)["index"].search(folded) is not None:
            return None  # a head that runs "Weights" and "Index (2015=100)" together says neither
        return _statement(kind, match, shown, folded, vocabulary, base)
    if base is not None:
        return UnitStatement(None, None, base_period=base)
    return _amount(shown, folded, vocabulary, label) if amounts else None


def _is_bare(match: re.Match[str], folded: str, vocabulary: UnitVocabulary) -> bool:
    """Whether a change is named by a noun alone and nothing says that it is in per cent."""
    percent = dict(vocabulary.phrases).get("percent")
    return match.group() in vocabulary.nouns and (percent is None or percent.search(folded) is None)


def _is_price(match: re.Match[str], folded: str, vocabulary: UnitVocabulary) -> bool:
    """Whether "per thousand" belongs to a price: "dollars per thousand cubic feet"."""
    return any(
        (amount["money"] or amount["before"]) and amount.start() < match.start() and amount.end() > match.end()
        for amount in vocabulary.amount.finditer(folded)
    )


def _base(shown: str, folded: str, vocabulary: UnitVocabulary) -> str | None:
    """The base of an index, with its month where it has one: "2015=100", "Jan 13, 1987=100"."""
    match = _BASE.search(shown) if "=" in shown else None
    if match is None:
        hundred = vocabulary.hundred.search(folded) if "100" in folded else None
        return f"{hundred['year']}=100" if hundred is not None else None
    start = one_space(match["base"])
    first = re.match(r"[^\W\d_]+", start)
    if first is not None and fold(first.group()) not in vocabulary.months:
        start = start[first.end() :].strip(" .")
    return f"{start}={match['hundred']}"


def _statement(
    kind: UnitKind, match: re.Match[str], shown: str, folded: str, vocabulary: UnitVocabulary, base: str | None
) -> UnitStatement:
    whole = match.group().strip() == folded.strip("()[] :.-")
    if kind in ("change", "points"):
        basis = _basis(folded, vocabulary, match.start())
        if kind == "points":
            return UnitStatement(_named("percentage points", match, vocabulary), kind, basis=basis, whole=whole)
        bare = _is_bare(match, folded, vocabulary)
        return UnitStatement("% change", kind, basis=basis, whole=whole, doubtful=bare)
    if kind in ("share", "percent"):
        if vocabulary.percent_of is not None:
            of = vocabulary.percent_of.search(folded)
            if of is not None:
                what = shown[of.start("whole") : of.end("whole")] if len(shown) == len(folded) else of["whole"]
                return UnitStatement(f"% of {what}", "share", whole=whole)
        return UnitStatement("%", "percent", whole=whole)
    if kind == "per_thousand":
        name = "‰" if "‰" in match.group() else "parts per 1000"
        return UnitStatement(name, kind, whole=whole)
    if kind == "weight":
        return _weight(match, folded, vocabulary, whole)
    if kind == "index_points":
        name = _named("index points", match, vocabulary)
        return UnitStatement(name, kind, basis=_basis(folded, vocabulary), whole=whole)
    name = _named("index", match, vocabulary)
    doubtful = base is None and match.start() > 0 and bool(_NAME_GOES_ON.match(folded, match.end()))
    return UnitStatement(
        f"{name} ({base})" if base else name, "index", base_period=base, whole=whole, doubtful=doubtful
    )


def _named(name: str, match: re.Match[str], vocabulary: UnitVocabulary) -> str:
    """The plain English name, or the printed words in a release of another language."""
    return " ".join(match.group().split()) if vocabulary.translated else name


def _weight(match: re.Match[str], folded: str, vocabulary: UnitVocabulary, whole: bool) -> UnitStatement:
    for kind, pattern in vocabulary.phrases:
        if kind in ("per_thousand", "percent"):
            other = pattern.search(folded)
            if other is not None:
                return UnitStatement("%" if kind == "percent" else "‰", "weight", whole=whole)
    return UnitStatement(_named("weight", match, vocabulary), "weight", whole=whole)


def _basis(folded: str, vocabulary: UnitVocabulary, near: int | None = None) -> int | None:
    """Months between the two periods of a change; where several are said, those nearest to the word for the change."""
    found = [
        (0 if near is None else abs(match.start() - near), months)
        for months, pattern in ((12, vocabulary.annual), (3, vocabulary.quarterly), (1, vocabulary.monthly))
        if pattern is not None and (match := pattern.search(folded)) is not None
    ]
    return min(found, key=_distance)[1] if found else None


def _distance(found: tuple[int, int]) -> int:
    return found[0]


def change_basis(text: str, languages: Sequence[str] = ("en",)) -> int | None:
    """Months between the periods of a change, where the text says so: 12, 3 or 1."""
    return _basis(fold(text).translate(_DASH), unit_vocabulary(known(languages)))


def _amount(shown: str, folded: str, vocabulary: UnitVocabulary, label: bool) -> UnitStatement | None:
    """Multipliers, currencies and quantities: "(In thousands)", "£ million", "thousand tonnes", "Rs. crore"."""
    if len(shown) != len(folded):
        shown = folded
    places = [(m.start(1), m.end(1)) for m in _BRACKET.finditer(folded)]
    begin = len(folded) - len(folded.lstrip("([ "))
    places.append((begin, len(folded)))
    for start, stop in places:
        bracketed = start > 0
        opening = _lead_length(folded[start:stop], vocabulary)
        best: re.Match[str] | None = None
        for match in vocabulary.amount.finditer(folded, start + opening, stop):
            if not _counts(match, shown, start + opening, stop, bracketed, label, opening > 0):
                continue
            if best is None or match.end() - match.start() > best.end() - best.start():
                best = match
        if best is not None:
            many = best["many"] or best["many2"]
            exponent = vocabulary.exponents.get(" ".join(many.split())) if many else None
            name = one_space(shown[best.start() : best.end()])
            whole = best.start() <= start + opening and best.end() >= stop - 1
            noun, money, rate = _anatomy(best, vocabulary)
            if noun is None and opening and _opens_with_number(folded[start:stop], vocabulary):
                noun = NUMBER
            return UnitStatement(name, "amount", exponent, whole=whole, noun=noun, rate=rate, money=money)
    if label:
        led = _led_amount(shown, folded, vocabulary)
        if led is not None:
            return led
    for start, stop in places if label else ():
        part = folded[start:stop].strip("()[] :")
        counted = _counted(part, vocabulary) or _counted(part.strip("."), vocabulary)
        if counted is not None:
            return counted
    return None


def _led_amount(shown: str, folded: str, vocabulary: UnitVocabulary) -> UnitStatement | None:
    """The amount that a label ends with after a small word that leads to one: "Turnover in million euro"."""
    words = list(_WORD.finditer(folded))
    for at in range(len(words) - 2, max(0, len(words) - _LONGEST_LED), -1):
        if words[at].group() not in vocabulary.lead:
            continue
        start = words[at].end() + 1
        match = vocabulary.amount.match(folded, start)
        if match is None or folded[match.end() :].strip(" .:)") or not (match["many"] or match["many2"]):
            return None
        exponent = vocabulary.exponents.get(" ".join((match["many"] or match["many2"]).split()))
        noun, money, rate = _anatomy(match, vocabulary)
        return UnitStatement(
            one_space(shown[start : match.end()]), "amount", exponent, noun=noun, rate=rate, money=money
        )
    return None


def _counted(part: str, vocabulary: UnitVocabulary) -> UnitStatement | None:
    """The unit of a label, or of what it says in brackets, that opens with "number": "No. of adults"."""
    number = vocabulary.number.match(part) if vocabulary.number is not None else None
    rest = part[number.end() :].split() if number is not None else ["-"]
    if not rest or rest[0] in vocabulary.of:
        return UnitStatement("number", "amount", 0, whole=not rest)
    return None


def _opens_with_number(part: str, vocabulary: UnitVocabulary) -> bool:
    """Whether a unit line holds for counts alone: "numbers in thousands"."""
    return vocabulary.number is not None and vocabulary.number.match(part.strip()) is not None


def _anatomy(amount: re.Match[str], vocabulary: UnitVocabulary) -> tuple[str | None, bool, bool]:
    """What an amount counts, its multiplier left out; whether that is money; whether it is a rate."""
    groups = [name for name in ("before", "after", "each", "money", "measure", "thing") if amount[name]]
    noun = one_space(amount[groups[0]]) if groups else None
    money = bool(amount["before"] or amount["money"])
    if amount["after"]:
        alone = vocabulary.amount.fullmatch(amount["after"])
        money = alone is not None and alone["money"] is not None
    named = max(amount.end(name) for name in (*groups, "many", "many2"))
    words = amount.group()
    rate = amount["each"] is not None or "/" in words or (money and amount.end() > named)
    return noun, money, rate or (vocabulary.rate is not None and vocabulary.rate.search(words) is not None)


def _lead_length(part: str, vocabulary: UnitVocabulary) -> int:
    """Characters of the opening words of a unit line: "in ", "unit: "."""
    ends = [word.end() for word in islice(_WORD.finditer(part), _LONGEST_LEAD)]
    return next((end for end in reversed(ends) if part[:end].strip().rstrip(":.=") in vocabulary.lead), 0)


def _counts(
    match: re.Match[str], shown: str, start: int, stop: int, bracketed: bool, label: bool, opening: bool
) -> bool:
    """Whether the words are a unit here: alone in a label or bracket, after "in", or with a multiplier."""
    money, many = match["before"] or match["money"], match["many"] or match["many2"]
    if money and len(money) == 3 and money.isalpha() and money in currency_codes():
        at = match.start("before") if match["before"] else match.start("money")
        if not shown[at : at + 3].isupper() or not (many or bracketed or opening):
            return False
    if not many and match.end() - match.start() == 1 and not money:
        return False
    if money and money.isalpha() and len(money) == 1 and not many:
        return False
    if match["nation"] and not (bracketed or opening):
        return False
    if match["each"]:
        return label or bracketed
    leads = not shown[start : match.start()].strip(" :,-`")
    after = shown[match.end() : stop].strip(" .:-)]")
    fills = leads and not after.strip(",")
    counted = match["thing"] is not None
    if fills:
        return bracketed or opening or (label and not counted)
    strong = bool(many) and bool(match["before"] or match["after"])
    if many and many[0].isdigit() and not strong:
        return False
    if leads and (opening or (bracketed and (many or after.startswith((",", ";"))))):
        return not counted  # "(megawatts, end of period)"
    ends = not shown[match.end() : stop].strip(" .)]")
    if ends and shown[: match.start()].rstrip().endswith((",", "-", ":", "–", "—")):
        return bool(many) or (label and not counted)
    if ends and label and match["measure"] and "/" in match.group():
        return True  # "Yield t/ha"
    return label and strong


def scaled(inner: UnitStatement, outer: UnitStatement) -> UnitStatement:
    """The nearer of two amounts with the multiplier of the farther, where that one lends it.

    "(thousands)" over "Tonnes" does; "(millions of dollars)" over "Dollars" does not, for the nearer statement is whole
    without it, and what is counted for each of something is never in the multiples of a total.
    """
    if inner.multiplier or inner.rate or not outer.multiplier or outer.noun not in (None, NUMBER):
        return inner
    if outer.noun == NUMBER and inner.money:
        return inner
    return replace(inner, unit=f"{inner.unit} ({outer.unit})", multiplier=outer.multiplier)


def with_base(statement: UnitStatement, base: str) -> UnitStatement:
    """An index statement with the base that another text gives."""
    name = (statement.unit or "index").split(" (")[0] if statement.kind == "index" else "index"
    return replace(statement, unit=f"{name} ({base})", base_period=base, kind="index")
