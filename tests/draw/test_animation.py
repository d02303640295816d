"""Animations: every frame shows its position, and nothing else is shown at that time."""

from __future__ import annotations

import io
import json
import math
import random
import re
from itertools import pairwise
from xml.etree import ElementTree as ET

import pytest
from PIL import Image

from outfox.draw import scene, svg
from outfox.draw.animation import FASTEST, HOLD, LONGEST, Animation, animate
from outfox.draw.film import Film, actors
from outfox.draw.history import history_chart
from outfox.draw.moving import SLIDE
from outfox.draw.outline import outline
from outfox.draw.raster import paint
from outfox.draw.sheet import Sheet
from outfox.draw.theme import value
from outfox.rules import load
from tests.draw.stubs import moved, same_as_golden

SVG = "{http://www.w3.org/2000/svg}"
GAMES = "tic-tac-toe", "connect-four", "othello", "starve-the-fox", "cat-and-mouse:rows=4,cols=4", "dots-and-boxes"
GAMES += "hexapawn", "hare-and-hounds", "nim", "pig:target=8"


def game(spec: str, plies: int = 30, seed: int = 1):
    choose, positions = random.Random(seed), [load(spec).start()]
    while len(positions) <= plies and not positions[-1].is_terminal:
        here = positions[-1]
        positions.append(here.play(choose.choice(here.legal or [outcome for outcome, _ in here.chance])))
    return positions


def three_in_a_row():
    names = "b2 a1 c2 a2 a3 b3".split()
    return [moved(*names[:k], game="tic-tac-toe") for k in range(len(names) + 1)]


# -- an SVG at a time: what a viewer of SMIL shows, done the obvious way -----------------------------------------


def seconds(element) -> float:
    return float(element.get("dur").removesuffix("s"))


def timeline(animation) -> tuple[list[float], list[str]]:
    return [float(part) for part in animation.get("keyTimes").split(";")], animation.get("values").split(";")


def visible(element, time: float) -> bool:
    shown = element.get("visibility", "visible")
    for child in element.findall(f"{SVG}animate"):
        assert child.get("attributeName") == "visibility"
        assert child.get("calcMode") == "discrete"
        times, values = timeline(child)
        assert times[0] == 0
        assert times == sorted(times)
        shown = [v for t, v in zip(times, values, strict=True) if t * seconds(child) <= time][-1]
    return shown == "visible"


def place(use, time: float) -> tuple[float, float]:
    where = tuple(map(float, re.fullmatch(r"translate\((.*)\)", use.get("transform"))[1].split()))
    for child in use.findall(f"{SVG}animateTransform"):
        times, values = timeline(child)
        assert (times[0], times[-1]) == (0, 1)
        assert times == sorted(times)
        at = time / seconds(child)
        k = max(k for k in range(len(times) - 1) if times[k] <= at)
        old, new = (tuple(map(float, values[n].split())) for n in (k, k + 1))
        share = (at - times[k]) / ((times[k + 1] - times[k]) or 1)
        where = tuple(a + share * (b - a) for a, b in zip(old, new, strict=True))
    return where


def seen(element, time: float):
    """Return the pieces as (kind, x, y), and the words, that stand there at a time."""
    pieces, words = set(), []
    for child in element:
        if not visible(child, time):
            continue
        if child.tag == f"{SVG}use":
            pieces.add((child.get("href").rpartition("-")[2], *(round(x, 1) for x in place(child, time))))
        elif child.tag == f"{SVG}text":
            words.append(child.text)
        elif child.tag == f"{SVG}g":
            inside = seen(child, time)
            pieces, words = pieces | inside[0], words + inside[1]
    return pieces, words


@pytest.mark.parametrize("spec", GAMES)
def test_at_the_end_of_each_frame_its_position_is_shown(spec):
    positions = game(spec)
    animation = animate(positions, speed=4)
    root = ET.fromstring(animation.svg("light"))
    film = Film(animation.scenes, "light")
    for frame, position in enumerate(positions):
        pieces, words = seen(root, sum(animation.durations[: frame + 1]) - 0.001)
        assert animation.scenes[frame].caption in words
        if film.layout is None:
            assert {row for row in position.text.split("\n") if row.strip()} <= set(words)
            continue
        points = [film.layout.at(point) for point in animation.scenes[frame].points]
        stands = {
            (str(piece), *(round(x, 1) for x in points[k])) for k, piece in enumerate(position.squares()) if piece
        }
        assert pieces == stands


def test_durations_add_up():
    animation = animate(three_in_a_row(), speed=4)
    root = ET.fromstring(animation.svg())
    whole = 6 * 0.25 + HOLD
    timed = [element for element in root.iter() if element.tag in {f"{SVG}animate", f"{SVG}animateTransform"}]
    assert timed
    assert {seconds(element) for element in timed} == {whole} == {sum(animation.durations)}
    assert {element.get("repeatCount") for element in timed} == {"indefinite"}
    changes = {round(share * whole, 3) for element in timed for share in timeline(element)[0]}
    begins = {round(0.25 * k, 3) for k in range(7)}
    assert begins <= changes
    assert changes <= begins | {round(0.25 * k + 0.125, 3) for k in range(7)} | {whole}


def test_without_animation_the_end_is_shown():
    root = ET.fromstring(animate(three_in_a_row()).svg())
    for element in [*root.iter(f"{SVG}animate"), *root.iter(f"{SVG}animateTransform")]:
        del element.attrib["attributeName"]
    still = [use for use in root.iter(f"{SVG}use") if use.get("visibility") != "hidden"]
    assert len(still) == 6


def test_a_piece_slides_and_what_it_takes_waits():
    """Half way through a jump the fox is over the sheep that it takes, which is gone when the fox has arrived."""
    positions = game("starve-the-fox", 40, seed=3)
    ply = next(k for k, here in enumerate(positions[1:], 1) if taken(positions[k - 1], here))
    root = ET.fromstring(animate(positions[ply - 1 : ply + 1], speed=1).svg())
    before, between, after = (seen(root, time)[0] for time in (0.5, 1 + SLIDE / 2, 1 + SLIDE + 0.01))
    assert len(between) == len(before) == len(after) + 1
    ((_, *start),) = {piece for piece in before - after if piece[0] == "1"}
    ((_, *end),) = after - before
    ((_, *middle),) = between - before
    assert middle == [pytest.approx((x + y) / 2, abs=0.1) for x, y in zip(start, end, strict=True)]
    assert [kind for kind, *point in between if math.dist(point, middle) < 1] in (["1", "2"], ["2", "1"])


def taken(before, after) -> bool:
    return sum(map(bool, after.squares())) < sum(map(bool, before.squares()))


def test_actors_of_a_game_by_hand():
    cast = actors([scene(position) for position in three_in_a_row()])
    assert len(cast) == 6
    assert all(len(actor.stops) == 1 and actor.end == 7 for actor in cast)
    assert [actor.stops[0][0] for actor in cast] == [1, 2, 3, 4, 5, 6]
    start = load("cat-and-mouse:rows=3,cols=3").start()
    cat, mouse = actors([scene(start), scene(start.play("up")), scene(start.play("up").play("left"))])
    assert {len(cat.stops), len(mouse.stops)} == {2}


def test_frames_are_the_pictures_of_their_positions():
    positions = three_in_a_row()
    animation = animate(positions)
    for frame, position in enumerate(positions):
        before = positions[frame - 1] if frame else None
        single = scene(position, last=before, caption=animation.scenes[frame].caption)
        assert animation.scenes[frame] == single
        assert re.findall(r"(?:cross|nought) on [^;<]+", animation.frame(frame)) == re.findall(
            r"(?:cross|nought) on [^;<]+", svg(single)
        )
    first, last = animation.frame(0), animation.frame(6)
    assert "an empty board" in first
    told = re.search(r"<desc>cross on ([^;]+); nought on ([^;]+); last action: b3<", last)
    assert [set(names.split(", ")) for names in told.groups()] == [{"a3", "b2", "c2"}, {"a1", "a2", "b3"}]


@pytest.mark.parametrize("spec", ["tic-tac-toe", "nim:piles=[1,2]"])
def test_golden_animation(spec):
    positions = game(spec, seed=4)
    name = spec.partition(":")[0]
    same_as_golden(animate(positions, title=spec).svg(), f"animation-{name}.svg")


def test_all_frames_have_one_size():
    sizes = {re.search(r'viewBox="[^"]+"', animate(game("nim")).frame(k))[0] for k in range(4)}
    assert len(sizes) == 1


# -- GIF -----------------------------------------------------------------------------------------------------


def near(colour, expected: str) -> bool:
    return math.dist(colour, [int(expected[k : k + 2], 16) for k in (1, 3, 5)]) < 20


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_gif_shows_the_game(theme):
    animation = animate(three_in_a_row(), speed=5)
    film = Film(animation.scenes, theme)
    picture = Image.open(io.BytesIO(animation.gif(theme, scale=1)))
    assert picture.n_frames == 7
    assert picture.info["loop"] == 0
    assert picture.size == (round(film.width), round(film.height))
    b2 = film.scenes[0].names.index("b2")
    x, y = film.layout.at(film.scenes[0].points[b2])
    middle, shown, durations = (round(x + film.shift), round(y)), [], []
    for frame in range(7):
        picture.seek(frame)
        shown.append(picture.convert("RGB").getpixel(middle))
        durations.append(picture.info["duration"])
    assert near(shown[0], value("shade", theme))
    assert all(near(colour, value("rust", theme)) for colour in shown[1:])
    assert durations == [200] * 6 + [2000]


def test_gif_of_a_game_in_words_has_a_frame_for_each_ply():
    positions = game("nim")
    assert Image.open(io.BytesIO(animate(positions).gif())).n_frames == len(positions)


# -- pixels --------------------------------------------------------------------------------------------------


def test_outlines_by_hand():
    assert outline("M0 0L2 0 2 2z").vertices.tolist() == [[0, 0], [2, 0], [2, 2], [0, 0]]
    assert outline("m1 1h2v2H0V0").vertices.tolist() == [[1, 1], [3, 1], [3, 3], [0, 3], [0, 0]]
    assert outline("M-.5-.5.5.5").vertices.tolist() == [[-0.5, -0.5], [0.5, 0.5]]
    assert outline("M0 0q1 0 1 1").codes.tolist() == [1, 3, 3]
    curve = outline("M0 0C0 1 1 1 1 0S2-1 2 0").vertices.tolist()
    assert curve[4] == [1, -1], "the first handle of S is the mirror image of the last one of C"
    assert outline("M1 1zl1 0").vertices.tolist()[-1] == [2, 1]


@pytest.mark.parametrize(("large", "sweep", "turn"), [(0, 1, 90), (1, 1, 270), (0, 0, 90), (1, 0, 270)])
def test_arcs_lie_on_their_circle(large, sweep, turn):
    """Between two ends of a quarter: around the origin or around the opposite corner, by one quarter or by three."""
    points = outline(f"M1000 0A1000 1000 0 {large} {sweep} 0 1000").to_polygons(closed_only=False)[0]
    centre = (0, 0) if large != sweep else (1000, 1000)
    assert {round(math.dist(point, centre) / 1000, 2) for point in points} == {1}
    length = sum(math.dist(a, b) for a, b in pairwise(points))
    assert length == pytest.approx(1000 * math.radians(turn), rel=0.01)


def covered(draw, scale: float = 1.0, size: int = 100) -> float:
    """Return how much of the picture is dark, in units of the drawing."""
    sheet = Sheet("light")
    draw(sheet)
    pixels = paint(sheet.root, size, size, scale)
    return float((255 - pixels.astype(float)).sum() / 3 / 255 / scale**2)


def black(sheet, tag, parent=None, **attributes):
    return sheet.add(
        sheet.root if parent is None else parent, tag, fill=attributes.pop("fill", "#000000"), **attributes
    )


def shape(tag: str, **attributes):
    def draw(sheet):
        element = ET.SubElement(sheet.root, tag)
        for name, given in attributes.items():
            element.set(name.replace("_", "-"), str(given))

    return draw


AREAS = {
    "circle": (shape("circle", cx=50, cy=50, r=20), math.pi * 400),
    "ellipse": (shape("ellipse", cx=50, cy=50, rx=20, ry=10), math.pi * 200),
    "rect": (shape("rect", x=10, y=20, width=30, height=40), 1200),
    "round corners": (shape("rect", x=10, y=20, width=30, height=40, rx=10), 1200 - (4 - math.pi) * 100),
    "path": (shape("path", d="M10 10h50v50z"), 1250),
    "half a disc": (shape("path", d="M30 50A20 20 0 0 1 70 50Z"), math.pi * 200),
    "stroke": (shape("path", d="M10 10h50", fill="none", stroke="#000000", stroke_width=4), 200),
    "faint": (shape("rect", x=10, y=20, width=30, height=40, fill_opacity=0.5), 600),
    "turned": (shape("rect", width=20, height=10, transform="translate(50 50) rotate(30)"), 200),
    "about a point": (shape("rect", x=40, y=40, width=20, height=10, transform="rotate(90 50 45)"), 200),
    "scaled": (shape("rect", width=2, height=1, transform="translate(10 10) scale(10)"), 200),
    "mirrored": (shape("rect", width=20, height=10, transform="translate(50 50) scale(-1 1)"), 200),
}


@pytest.mark.parametrize(("draw", "area"), AREAS.values(), ids=AREAS)
@pytest.mark.parametrize("scale", [1.0, 2.0])
def test_areas(draw, area, scale):
    assert covered(draw, scale) == pytest.approx(area, rel=0.03)


def test_a_faded_group_is_one_layer():
    """Two squares that overlap in a group of half opacity are nowhere darker than half."""

    def draw(sheet):
        group = sheet.add(sheet.root, "g", opacity=0.5)
        for x in (10, 20):
            sheet.add(group, "rect", None, None, None, x=x, y=10, width=20, height=20)

    assert covered(draw) == pytest.approx(0.5 * 600, rel=0.03)


def test_letters_are_where_they_belong():
    sheet = Sheet("light")
    sheet.add(sheet.root, "text", None, None, "HHHH", x=50, y=50, font_size=20, text_anchor="middle")
    dark = paint(sheet.root, 100, 100).min(axis=2) < 128
    rows, columns = dark.any(axis=1).nonzero()[0], dark.any(axis=0).nonzero()[0]
    assert rows.max() in {48, 49}, "the baseline"
    assert 32 <= rows.min() <= 38, "capitals are some 0.7 of the size"
    assert (columns.min() + columns.max()) / 2 == pytest.approx(49.5, abs=1.5)


def test_a_game_as_pixels_has_the_colours_of_the_svg():
    film = Film(animate(game("starve-the-fox", 3)).scenes, "light")
    pixels = paint(film.still(0).root, film.width, film.height)
    fox = film.scenes[0].names.index("c7")
    x, y = film.layout.at(film.scenes[0].points[fox])
    assert film.scenes[0].kind(fox).name == "fox"
    assert near(pixels[round(y), round(x + film.shift - 12)], value("rust", "light"))


# -- a page, a notebook ----------------------------------------------------------------------------------------


def test_it_stands_alone():
    page = animate(three_in_a_row(), title="<b> & co").html()
    assert page.startswith("<!doctype html>")
    assert "&lt;b&gt; &amp; co" in page
    assert not re.search(r"https?://(?!www\.w3\.org/2000/svg)", page)
    assert set(re.findall(r'\s(?:src|href|xlink:href)="([^"]{1,2})', page)) == {"#a"}
    assert "@import" not in page
    assert "url(" not in page


def test_a_notebook_can_step():
    shown = animate(three_in_a_row(), speed=2)._repr_html_()
    starts = json.loads(re.search(r'data-starts="([^"]+)"', shown)[1])
    assert starts == [0, 0.5, 1, 1.5, 2, 2.5, 3, 5]
    assert [re.search(r'data-go="(\w+)"', button)[1] for button in re.findall("<button[^>]+>", shown)] == [
        "first", "back", "play", "next", "last"
    ]  # fmt: skip
    assert re.findall("<span>([^<]+)</span>", shown) == ["x b2", "o a1", "x c2", "o a2", "x a3", "o b3"]
    assert 'max="6"' in shown
    assert shown.count("<script>") == shown.count("</script>") == 1


@pytest.mark.parametrize(("theme", "ground"), [("light", "#faf6ee"), ("dark", "#1b1c20")])
def test_a_page_has_the_ground_of_its_theme(theme, ground):
    page = animate(three_in_a_row()).html(theme)
    assert f'<html lang="en" data-theme="{theme}">' in page
    assert re.findall(r"body\{[^}]*background:(#\w+)", page)[-1] == ground
    assert "prefers-color-scheme" not in page.partition("</head>")[0]


def test_two_in_one_page_have_ids_of_their_own():
    one, two = (animate(game("tic-tac-toe", seed=seed)).svg() for seed in (1, 2))
    ids = [set(re.findall(r'\sid="([^"]+)"', picture)) for picture in (one, two)]
    assert all(ids)
    assert not ids[0] & ids[1]


# -- saving and mistakes ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(("name", "begins"), [("a.gif", b"GIF89a"), ("a.svg", b"<svg"), ("a.html", b"<!doctype html>")])
def test_save(tmp_path, name, begins):
    path = animate(three_in_a_row()[:3]).save(tmp_path / name)
    assert path.read_bytes().startswith(begins)
    assert [file.name for file in tmp_path.iterdir()] == [name]


@pytest.mark.parametrize("speed", [0, -1, FASTEST + 1, math.nan, math.inf])
def test_speeds_that_are_none(speed):
    with pytest.raises(ValueError, match="speed must be above 0 and at most 50"):
        animate(three_in_a_row(), speed=speed)


def test_what_is_no_animation(tmp_path):
    with pytest.raises(ValueError, match="at least one scene"):
        Animation(())
    with pytest.raises(ValueError, match=f"at most {LONGEST:,} frames"):
        Animation((scene(load("nim").start()),) * (LONGEST + 1))
    with pytest.raises(ValueError, match=r"does not end in \.gif"):
        animate(three_in_a_row()).save(tmp_path / "a.png")
    with pytest.raises(ValueError, match="theme 'blue'"):
        animate(three_in_a_row()).svg("blue")


def test_one_position_is_a_picture_that_stays():
    animation = animate([load("tic-tac-toe").start()])
    assert len(animation) == 1
    assert "<animate" not in animation.svg()
    assert Image.open(io.BytesIO(animation.gif())).n_frames == 1


# -- plots of a history -----------------------------------------------------------------------------------------


def words(picture: str) -> list[str]:
    return [element.text for element in ET.fromstring(picture).iter(f"{SVG}text")]


def test_a_history_has_a_panel_for_what_is_known():
    history = {"winner": [0, 1, 1, -1], "moves": [3, 5, 4, 9], "regret": [[1, 2], [0.5, 1], [math.nan, 0], [0, 0]]}
    shown = words(history_chart(history, players=("cat", "mouse"), title="climbing"))
    assert {"climbing", "iteration", "games won", "cat wins", "draw", "mouse wins", "plies", "regret", "cat"} <= set(
        shown
    )
    assert "distance" not in shown
    assert "distance" in words(history_chart(history | {"distance": [0, 2, 1, 0]}))
    assert "distance" not in words(history_chart(history | {"distance": [0, 0, 0, 0]}))
    without = words(history_chart({"winner": [0, 1]}, players=("cat", "mouse")))
    assert "draw" not in without


def test_the_shares_of_a_history_are_its_shares():
    """Three of four games won by the cat: the upper edge of its area is at three quarters of the panel."""
    picture = history_chart({"winner": [0, 0, 0, 1] * 100}, players=("cat", "mouse"))
    areas = re.findall(r'<path d="([^"]+)"[^>]*style="fill: (#[0-9a-f]{6})', picture)
    heights = {}
    for d, colour in areas:
        ys = [float(y) for y in re.findall(r"[ML] \S+ (\S+)", d)]
        heights.setdefault(colour, max(ys) - min(ys))
    assert heights["#d4622e"] == pytest.approx(3 * heights["#3d7fb5"], rel=0.01)


def test_a_long_history_stays_small():
    picture = history_chart({"winner": [0, 1] * 50_000, "moves": list(range(100_000))})
    assert len(picture) < 60_000


def test_a_history_of_nothing():
    with pytest.raises(ValueError, match="this one has no number"):
        history_chart({"winner": [], "moves": [math.nan]})
