"""Where a table is cut: between row groups and between spanners, pure functions on costs."""

from collections.abc import Callable, Sequence


def split_columns(
    spanners: Sequence[tuple[int, tuple[str, ...]]], fits: Callable[[Sequence[int]], bool]
) -> list[tuple[int, ...]]:
    """Columns in groups that fit, whole spanners together where they do.

    Args:
        spanners: (column, path of its heads) in order.
        fits: whether a group of columns can be printed in one chunk.
    """
    columns = [column for column, _ in spanners]
    if fits(columns):
        return [tuple(columns)]
    groups: list[list[int]] = []
    last: str | None = None
    for column, path in spanners:
        spanner = path[0] if len(path) > 1 else None
        if groups and spanner is not None and spanner == last:
            groups[-1].append(column)
        else:
            groups.append([column])
        last = spanner
    pieces: list[list[int]] = []
    for group in groups:
        if pieces and fits(pieces[-1] + group):
            pieces[-1].extend(group)
        elif fits(group):
            pieces.append(list(group))
        else:
            pieces.extend(_split_evenly(group, fits))
    return [tuple(piece) for piece in pieces]


def _split_evenly(columns: list[int], fits: Callable[[Sequence[int]], bool]) -> list[list[int]]:
    for parts in range(2, len(columns)):
        size = -(-len(columns) // parts)
        pieces = [columns[i : i + size] for i in range(0, len(columns), size)]
        if all(fits(piece) for piece in pieces):
            return pieces
    return [[column] for column in columns]


def split_rows(
    depths: Sequence[int], cost: Callable[[int, int], tuple[int, int]], room: tuple[int, int]
) -> list[range]:
    """Rows in pieces that fit, cut before a row that opens a group where one stands in the second half of the piece.

    Args:
        depths: of each row, how many groups stand above it.
        cost: (row, first row of the piece) -> tokens that the row adds to what is embedded and to what is shown.
        room: tokens for rows in what is embedded and in what is shown.
    """
    pieces: list[range] = []
    start = 0
    count = len(depths)
    while start < count:
        embedded = shown = 0
        end = start
        while end < count:
            more = cost(end, start)
            if end > start and (embedded + more[0] > room[0] or shown + more[1] > room[1]):
                break
            embedded += more[0]
            shown += more[1]
            end += 1
        if end < count:
            end = _best_cut(depths, start, end)
        pieces.append(range(start, end))
        start = end
    return pieces


def _best_cut(depths: Sequence[int], start: int, end: int) -> int:
    """The row in the second half of the piece (or just after it) that opens the outermost group, the last of equals."""
    best, best_key = end, (depths[end] > depths[end - 1], depths[end])
    for row in range(end - 1, start + max(1, (end - start) // 2) - 1, -1):
        key = (depths[row] > depths[row - 1], depths[row])
        if key < best_key:
            best, best_key = row, key
    return best
