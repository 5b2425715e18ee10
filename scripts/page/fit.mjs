// Opens the page of gmnc view --fit in a real Chromium, drops noisy recordings of a simulated
// double pendulum on it, and holds the constants that it learns to the true ones.
//
//   node fit.mjs CHROMIUM GMNC STEP STRUCTURE MOTION PICTURES
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { readBvh } from "../../report/fit/bvh.js";
import { readNpz } from "../../report/fit/npz.js";
import { accessible, inBrowser, open, served, turns } from "./page.mjs";

const [executablePath, gmnc, step, structure, motion, pictures] = process.argv.slice(2);

// normal draws numbers of a normal distribution, the same every time.
function* normal(state = 1) {
  const uniform = () => (state = (1664525 * state + 1013904223) % 2 ** 32) / 2 ** 32;
  for (;;) {
    yield Math.sqrt(-2 * Math.log(1 - uniform())) * Math.cos(2 * Math.PI * uniform());
  }
}

// tables are recordings with noise of 1 % of the root mean square distance from the pivot, as CSV.
async function tables() {
  const file = readFileSync(motion);
  const all = await readNpz(file.buffer.slice(file.byteOffset, file.byteOffset + file.byteLength));
  const { shape: [count, frames, particles], data } = all.train_positions;
  const names = all.names.data[0].split("|");
  const noise = 0.01 * Math.sqrt((3 * data.reduce((sum, x) => sum + x * x, 0)) / data.length);
  const random = normal();
  const head = ["time", ...names.flatMap((name) => ["x", "y", "z"].map((axis) => `${name}_${axis}`))].join();
  const row = (start, frame) => [(0.01 * frame).toFixed(2), ...data.slice(start, start + 3 * particles).map((x) => (x + noise * random.next().value).toFixed(6))].join();
  return Array.from({ length: count }, (_, k) => ({
    name: `recording${k}.csv`, mimeType: "text/csv",
    buffer: Buffer.from([head, ...Array.from({ length: frames }, (_, frame) => row((k * frames + frame) * 3 * particles, frame))].join("\n")),
  }));
}

// reads holds the reader of BVH to a bone that turns by a quarter.
function reads() {
  const text = "HIERARCHY ROOT hip { OFFSET 0 0 0 CHANNELS 6 Xposition Yposition Zposition Zrotation Xrotation Yrotation End Site { OFFSET 0 2 0 } } MOTION Frames: 1 Frame Time: 0.01 1 0 0 90 0 0";
  const { joints, seconds, frames } = readBvh(text);
  assert.deepEqual([joints, seconds], [["hip", "hip_end"], 0.01]);
  [[1, 0, 0], [-1, 0, 0]].forEach((wanted, joint) => wanted.forEach((x, axis) => assert.ok(Math.abs(frames[0][joint][axis] - x) < 1e-12, `joint ${joint} is at ${frames[0][joint]}`)));
}

async function check(browser, url) {
  const { page, wrong } = await open(browser, url);
  await page.locator("#running[data-open]").waitFor();
  const files = page.locator("#files");
  const dataTransfer = await page.evaluateHandle(() => {
    const dropped = new DataTransfer();
    dropped.items.add(new File(["time,shoulder 1_x\n0,0"], "wrong.csv"));
    return dropped;
  });
  await page.dispatchEvent("body", "drop", { dataTransfer });
  await page.getByText("wrong.csv: it has no column").waitFor();
  await files.setInputFiles(await tables());
  await page.getByText(/recordings, \d+ pairs/).waitFor();
  console.log(`  ${await page.locator("#running").textContent()}`);
  await page.getByRole("button", { name: "Learn" }).click();
  await page.dispatchEvent("body", "drop", { dataTransfer });
  await page.getByText(/^Step \d+ of/).waitFor();
  assert.ok(await page.getByRole("button", { name: "Learn" }).isDisabled(), "a drop while the page learns begins nothing");
  const done = page.locator("#running[data-done]");
  await done.waitFor({ timeout: 480_000 });
  console.log(`  ${await done.textContent()}`);
  const [[mass0, mass1], gravity, [damping0, damping1]] = await Promise.all(["mass", "gravity", "damping"].map((name) =>
    page.locator("#constants tr").filter({ hasText: name }).evaluateAll((rows) => rows.map((row) => (row.cells[3].textContent.startsWith("fixed") ? Number(row.cells[2].textContent) : Number(row.cells[3].textContent))))));
  const g = Math.hypot(...gravity);
  const off = { "mass ratio": mass1 / mass0 / (0.8 / 1.5) - 1, g: g / 9.81 - 1, "damping of the shoulder": damping0 / mass0 / (0.1 / 1.5) - 1, "damping of the elbow": damping1 / mass0 / (0.05 / 1.5) - 1 };
  console.log(`  off by ${Object.entries(off).map(([name, share]) => `${name} ${(100 * share).toFixed(2)} %`).join(", ")}`);
  for (const [name, most] of Object.entries({ "mass ratio": 0.02, g: 0.01, "damping of the shoulder": 0.05, "damping of the elbow": 0.05 })) {
    assert.ok(Math.abs(off[name]) <= most, `${name} is off by ${off[name]}`);
  }
  await turns(page);
  const saved = page.waitForEvent("download");
  await page.getByRole("button", { name: "Save" }).click();
  const path = join(pictures, "learned.onnx");
  await (await saved).saveAs(path);
  execFileSync(gmnc, ["import", path, "-o", join(pictures, "learned"), "--force", "-q"]);
  assert.match(execFileSync(gmnc, ["inspect", join(pictures, "learned")], { encoding: "utf8" }), new RegExp(`mass of elbow's link: ${String(mass1).slice(0, 4)}`));
  await accessible(page, pictures, "fit");
  assert.deepEqual(wrong, [], "errors and requests of the page");
}

reads();
await inBrowser(executablePath, async (browser) => {
  assert.equal(await served(gmnc, ["view", "--json", "--fit", step, structure], (line) => check(browser, JSON.parse(line).url)), 0, "an interrupt ends it well");
});
