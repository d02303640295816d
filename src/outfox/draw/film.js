"use strict";
for (const film of document.querySelectorAll(".outfox-film:not(.film-live)")) {
  film.classList.add("film-live");
  const svg = film.querySelector(".film-picture > svg");
  const controls = film.querySelector(".film-controls");
  const slider = film.querySelector("input");
  const moves = [...film.querySelectorAll(".film-moves span")];
  const starts = JSON.parse(film.dataset.starts);
  const last = starts.length - 2, total = starts[last + 1];
  let at = 0, clock = 0, before = 0, running = 0;

  if (!svg.setCurrentTime) continue;
  const set = (seconds) => { svg.pauseAnimations(); svg.setCurrentTime(seconds); };
  const tell = (frame) => {
    at = frame;
    slider.value = at;
    moves.forEach((move, k) => move.classList.toggle("film-here", k + 1 === at));
    if (at) {
      const list = moves[at - 1].parentElement;
      list.scrollTop = moves[at - 1].offsetTop - list.clientHeight / 2;
    }
  };
  const stop = () => { cancelAnimationFrame(running); running = 0; controls.classList.remove("film-on"); };
  const show = (frame) => {
    stop();
    tell(Math.max(0, Math.min(last, frame)));
    set(starts[at] + 0.999 * (starts[at + 1] - starts[at]));
  };
  const tick = (now) => {
    clock = Math.min(clock + (now - before) / 1000, total - 0.001);
    before = now;
    set(clock);
    let frame = at;
    while (frame < last && clock >= starts[frame + 1]) frame += 1;
    if (frame !== at) tell(frame);
    if (frame === last && clock - starts[last] > 0.6) { show(last); return; }
    running = requestAnimationFrame(tick);
  };
  const play = () => {
    if (running) { stop(); return; }
    if (at === last) tell(0);
    clock = starts[at];
    before = performance.now();
    controls.classList.add("film-on");
    running = requestAnimationFrame(tick);
  };
  const go = { first: () => show(0), back: () => show(at - 1), next: () => show(at + 1), last: () => show(last), play };
  for (const button of film.querySelectorAll("button")) button.addEventListener("click", () => go[button.dataset.go]());
  slider.addEventListener("input", () => show(Number(slider.value)));
  moves.forEach((move, k) => move.addEventListener("click", () => show(k + 1)));
  film.addEventListener("keydown", (event) => {
    if (event.target === slider) return;
    const key = { ArrowLeft: "back", ArrowRight: "next", b: "back", n: "next", Home: "first", End: "last" }[event.key];
    const space = event.key === " " && event.target.tagName !== "BUTTON" ? "play" : undefined;
    if (key || space) { event.preventDefault(); event.stopPropagation(); go[key || space](); }
  });
  controls.hidden = false;
  show(0);
  if (!matchMedia("(prefers-reduced-motion: reduce)").matches) play();
}
