// Opens the page that throws a cube onto a mark, from files alone, in a real Chromium.
//
//   node throw.mjs CHROMIUM PICTURES
import assert from "node:assert/strict";
import { accessible, inBrowser, open, served, turns } from "./page.mjs";

const [executablePath, pictures] = process.argv.slice(2);

async function check(browser, port) {
  const { page, wrong } = await open(browser, `http://127.0.0.1:${port}/examples/browser/throw.html`);
  await page.locator("#start:enabled").waitFor();
  for (const aside of ["3", "0"]) {
    await page.locator("#aside").fill(aside);
    assert.equal(await page.evaluate(() => throwing.mark.join()), `5,${aside}`, "the sliders set the mark");
  }
  await page.getByRole("button", { name: "Throw" }).click();
  const done = page.locator("#running[data-done]");
  await done.waitFor();
  console.log(`  ${await done.textContent()}`);
  assert.ok(await page.evaluate(() => throwing.plan.reached), "the planned cube rests at the mark");
  assert.ok(Number(await done.getAttribute("data-simulated")) < 2, "half widths from the mark in the simulator");
  await turns(page);
  await accessible(page, pictures, "throw");
  assert.deepEqual(wrong, [], "errors and requests of the page");
}

await inBrowser(executablePath, (browser) =>
  served("python3", ["-u", "-m", "http.server", "0", "--bind", "127.0.0.1"], (line) => check(browser, line.match(/port (\d+)/)[1])));
