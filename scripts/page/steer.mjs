// Opens the page that swings a pendulum up, from files alone, in a real Chromium.
//
//   node steer.mjs CHROMIUM PICTURES
import assert from "node:assert/strict";
import { accessible, inBrowser, open, served, turns } from "./page.mjs";

const [executablePath, pictures] = process.argv.slice(2);

async function check(browser, port) {
  const { page, wrong } = await open(browser, `http://127.0.0.1:${port}/examples/browser/steer.html`);
  await page.getByRole("button", { name: "Swing up" }).click();
  const done = page.locator("#running[data-done]");
  await done.waitFor();
  assert.equal(await done.getAttribute("data-done"), "25", "intervals upright");
  console.log(`  ${await done.textContent()}`);
  const torques = await page.evaluate(() => steering.frames.map(({ torque }) => torque));
  assert.ok(torques.every((torque) => Math.abs(torque) <= 9), "the motor's limit");
  await turns(page);
  const moment = await page.locator("#moment").textContent();
  await page.getByRole("button", { name: "Replay" }).click();
  await page.waitForFunction((before) => document.querySelector("#moment").textContent !== before, moment);
  await accessible(page, pictures, "steer");
  assert.deepEqual(wrong, [], "errors and requests of the page");
}

await inBrowser(executablePath, (browser) =>
  served("python3", ["-u", "-m", "http.server", "0", "--bind", "127.0.0.1"], (line) => check(browser, line.match(/port (\d+)/)[1])));
