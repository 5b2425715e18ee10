"use strict";
// Names the particle under the pointer, with its part and how far its prediction is off.

// under is the particle of a moment that is drawn next to a place of the canvas, none farther
// than the pixels.
function under(space, x, y, pixels = 14) {
  const { clientWidth: width, clientHeight: height } = space.canvas;
  let found;
  for (const [name, { all, markers }] of Object.entries(space.groups ?? {})) {
    for (const [particle, marker] of (all.visible ? markers : []).entries()) {
      const seen = marker.position.clone().project(space.camera);
      const away = Math.hypot(((seen.x + 1) * width) / 2 - x, ((1 - seen.y) * height) / 2 - y);
      if (marker.visible && away < pixels && away < (found?.away ?? Infinity)) {
        found = { name, particle, away };
      }
    }
  }
  return found;
}

// hover shows a tip at the pointer while it is over a particle.
function hover(player) {
  const { canvas } = player.space;
  const tip = Object.assign(document.createElement("div"), { id: "tip", hidden: true });
  canvas.after(tip);
  canvas.addEventListener("pointerleave", () => { tip.hidden = true; });
  canvas.addEventListener("pointermove", ({ offsetX: x, offsetY: y, buttons }) => {
    const found = buttons ? undefined : under(player.space, x, y);
    tip.hidden = !found;
    if (found) {
      const { truth, prediction, parts } = player.sample;
      const step = Math.round(player.time);
      const off = truth[step] && prediction[step] && step ? `, prediction off by ${length(distance(truth[step][found.particle], prediction[step][found.particle]))}` : "";
      tip.textContent = `${found.particle}: ${parts[found.particle]}, ${found.name === "straight" ? "constant velocity" : found.name}${off}`;
      tip.style.transform = `translate(${Math.min(x + 12, Math.max(0, canvas.clientWidth - tip.offsetWidth))}px, ${y + 14}px)`;
    }
  });
}
