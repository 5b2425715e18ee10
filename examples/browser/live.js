// Opens the simulator and a file for a page, and shows moments in real time.
import * as ort from "./node_modules/onnxruntime-web/dist/ort.wasm.min.mjs";
import { load } from "../../packages/npm/index.js";

export const status = find("#running");
export const next = () => new Promise(requestAnimationFrame);
ort.env.wasm.numThreads = 1;

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
