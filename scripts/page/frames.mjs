// Holds frames of a page of gmnc report, of a system with many particles, to the time that
// 60 a second leave: the processor time of the page's thread, without the drawing, which is
// the graphics card's.
//
//   node frames.mjs CHROMIUM PAGE
import assert from "node:assert/strict";
import { inBrowser, patient } from "./page.mjs";

const [executablePath, file] = process.argv.slice(2);
const count = 60;

await inBrowser(executablePath, async (browser) => {
  const page = await patient(browser);
  await page.goto("file://" + file);
  const cdp = await page.context().newCDPSession(page);
  await cdp.send("Performance.enable", { timeDomain: "threadTicks" });
  const spent = async () => (await cdp.send("Performance.getMetrics")).metrics.find(({ name }) => name === "TaskDuration").value;
  const before = await spent();
  const particles = await page.evaluate(async (count) => {
    for (let k = 0; k < count; k++) {
      await new Promise(requestAnimationFrame);
      player.at(1 + k / 12); // five intervals a second, as it plays
    }
    return player.sample.parts.length;
  }, count);
  const each = (1000 * ((await spent()) - before)) / count;
  console.log(`  a frame of ${particles} particles: ${each.toFixed(1)} ms of processor time, of ${(1000 / 60).toFixed(1)}`);
  assert.ok(particles >= 50 && each < 1000 / 60, "60 frames a second with 50 particles");
});
