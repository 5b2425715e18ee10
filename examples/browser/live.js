// Lays out a page, opens the simulator and a file for it, and shows moments in real time.
import * as ort from "./node_modules/onnxruntime-web/dist/ort.wasm.min.mjs";
import { load } from "../../packages/npm/index.js";

lay(find("#live"));
export const status = find("#running");
export const next = () => new Promise(requestAnimationFrame);
ort.env.wasm.numThreads = 1;

// lay puts controls, the picture and the charts around a page's own words on the picture. The
// section says what starts, what is seen, and what the space key does.
function lay(section) {
  const { start, seen, space } = section.dataset;
  section.insertAdjacentHTML("afterbegin", `<div class="controls">
<button id="start" type="button" disabled>${start}</button>
<button id="replay" type="button" disabled>Replay in real time</button>
<output id="moment"></output>
</div>
<p id="running" role="status">The page is about to open the file.</p>
<div id="frame"><canvas id="space" tabindex="0" role="img" aria-label="${seen}"></canvas></div>
<p id="nospace" hidden>This browser draws no WebGL, so there is no picture in space; the charts have its numbers.</p>`);
  section.insertAdjacentHTML("beforeend", `<p class="keys">Drag to turn, scroll to zoom. With the picture focused: <kbd>←</kbd> <kbd>→</kbd> <kbd>↑</kbd> <kbd>↓</kbd> turn, <kbd>+</kbd> <kbd>−</kbd> zoom, <kbd>Home</kbd> looks as at first, <kbd>Space</kbd> ${space}.</p>
<h2>Over time</h2>
<figure id="motion"></figure>`);
}

// opened starts the simulator, whose functions the page then has, and opens a file.
export async function opened(file) {
  const go = new Go();
  const { instance } = await WebAssembly.instantiateStreaming(fetch("build/simulator.wasm"), go.importObject);
  go.run(instance);
  status.textContent = "Opening the file.";
  await next();
  return load(ort, file, { logSeverityLevel: 3 }); // errors; the runtime's warnings are of its own rewriting
}

// moment says when a frame is.
export function moment(seconds) {
  find("#moment").textContent = `t = ${seconds.toFixed(2)} s`;
}

// played shows frames, dt seconds apart, as fast as they were, while they go on.
export async function played(count, dt, show, on = () => true) {
  const started = performance.now();
  for (let at = 0; at < count && on(); at = Math.floor((performance.now() - started) / 1000 / dt)) {
    show(at);
    moment(dt * at);
    await next();
  }
  if (on()) {
    show(count - 1);
    moment(dt * (count - 1));
  }
}

// fail says why the page cannot go on.
export function fail(failure) {
  status.textContent = `The page could not go on: ${failure.message ?? failure}`;
  status.classList.add("verdict", "broken");
  throw failure;
}

// spaceOf is the picture in space of a sample; undefined where there is no WebGL, which the page says.
export function spaceOf(sample) {
  try {
    const space = new Space(find("#space"));
    space.show(sample);
    space.miss();
    return space;
  } catch (failure) {
    find("#space").hidden = true;
    find("#nospace").hidden = false;
  }
}
