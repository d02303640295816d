"use strict";
for (const game of document.querySelectorAll(".replay")) {
  const data = JSON.parse(game.querySelector("script").textContent);
  const board = game.querySelector(".stage .board");
  const [marks, pieces] = board.querySelectorAll("g");
  const now = game.querySelector(".now");
  const slider = game.querySelector("input");
  const cursor = game.querySelector(".cursor");
  const moves = [...game.querySelectorAll(".move")];
  const digits = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
  const last = data.moves.length;
  let at = 0, timer = 0;

  const draw = (frame, before) => {
    if (!pieces) { board.textContent = frame; return; }
    [...frame].forEach((digit, k) => {
      pieces.children[k].setAttribute("href", "#ox-piece-" + digits.indexOf(digit));
      const moved = before !== undefined ? digit !== before[k] : false;
      marks.children[k].setAttribute("visibility", moved ? "visible" : "hidden");
    });
  };
  const show = (ply) => {
    at = Math.max(0, Math.min(last, ply));
    draw(data.frames[at], data.frames[at - 1]);
    const played = at ? "Ply " + at + " of " + last + ": " + data.moves[at - 1] : "The start";
    const hoped = data.expected[at];
    now.textContent = played + "\n" + data.turns[at] + (hoped ? ", " + hoped : "");
    slider.value = at;
    if (cursor) {
      const x = last ? 600 * at / last : 0;
      cursor.setAttribute("x1", x);
      cursor.setAttribute("x2", x);
    }
    moves.forEach((move, k) => move.classList.toggle("here", k + 1 === at));
    if (at) {
      const list = moves[0].parentElement, here = moves[at - 1];
      list.scrollTop = here.offsetTop - list.offsetTop - list.clientHeight / 2;
    }
  };
  const stop = () => { clearInterval(timer); timer = 0; };
  const play = () => {
    if (timer) { stop(); return; }
    if (at === last) show(0);
    timer = setInterval(() => { if (at === last) stop(); else show(at + 1); }, 600);
  };
  const go = {
    first: () => show(0), back: () => show(at - 1), next: () => show(at + 1), last: () => show(last), play,
  };
  for (const button of game.querySelectorAll("button")) {
    button.addEventListener("click", () => { if (button.dataset.go !== "play") stop(); go[button.dataset.go](); });
  }
  slider.addEventListener("input", () => { stop(); show(Number(slider.value)); });
  game.addEventListener("keydown", (event) => {
    if (event.target === slider) return;
    const step = { ArrowLeft: "back", ArrowRight: "next", Home: "first", End: "last" }[event.key];
    if (step) { event.preventDefault(); stop(); go[step](); }
  });
  moves.forEach((move, k) => move.addEventListener("click", () => { stop(); show(k + 1); }));
  game.classList.add("live");
  game.querySelector(".controls").hidden = false;
  show(0);
}
