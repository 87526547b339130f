import pytest

from pr_curve_lab.plotting.schemes import (
    FOOTER_HEIGHT,
    GRID_LAYOUTS,
    HEADER_HEIGHT,
    SUBPLOT_MARGIN,
    GridLayout,
    axis_number,
)

CELLS = (1, 2, 11, 12)
WIDTHS = (354, 640, 900, 1000)  # px, of charts


def boxes(arrangement, cells, width):
    """Each cell's left, right, top and bottom in px."""
    layout = arrangement.layout(cells)
    across = width - SUBPLOT_MARGIN["l"] - SUBPLOT_MARGIN["r"]
    down = layout["height"] - SUBPLOT_MARGIN["t"] - SUBPLOT_MARGIN["b"]
    for cell in range(cells):
        left, right = layout[f"xaxis{axis_number(cell)}.domain"]
        low, high = layout[f"yaxis{axis_number(cell)}.domain"]
        yield left * across, right * across, (1 - high) * down, (1 - low) * down


@pytest.mark.parametrize("arrangement", GRID_LAYOUTS, ids=lambda one: one.columns)
@pytest.mark.parametrize("cells", CELLS)
def test_every_domain_is_inside_the_chart(arrangement, cells):
    for path, domain in arrangement.layout(cells).items():
        if path != "height":
            assert 0 <= domain[0] < domain[1] <= 1


@pytest.mark.parametrize("arrangement", GRID_LAYOUTS, ids=lambda one: one.columns)
def test_no_two_pictures_touch_and_each_has_room_for_title_and_ticks(arrangement):
    placed = list(boxes(arrangement, 12, 1000))
    for one in placed:
        assert one[2] >= HEADER_HEIGHT - 1e-6
        assert one[3] - one[2] == pytest.approx(arrangement.side)
        for other in placed:
            apart = (
                one is other
                or one[1] + 10 < other[0]
                or other[1] + 10 < one[0]
                or one[3] + HEADER_HEIGHT + FOOTER_HEIGHT <= other[2] + 1e-6
                or other[3] + HEADER_HEIGHT + FOOTER_HEIGHT <= one[2] + 1e-6
            )
            assert apart


def test_cells_go_row_by_row():
    placed = list(boxes(GridLayout(2, 150), 3, 354))
    assert placed[0][2] == placed[1][2] < placed[2][2]
    assert placed[0][0] == placed[2][0] < placed[1][0]


def test_the_narrowest_arrangement_is_for_any_width_and_the_widest_comes_first():
    widths = [arrangement.from_width for arrangement in GRID_LAYOUTS]
    assert widths == sorted(widths, reverse=True)
    assert widths[-1] == 0
