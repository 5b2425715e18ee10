// Opens pages in a browser, for all checks, and holds them to what all pages do.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { createInterface } from "node:readline";
import axe from "axe-core";
import { chromium } from "playwright-core";

// inBrowser gives a Chromium to a check. A machine without a screen draws WebGL in software.
export async function inBrowser(executablePath, check) {
  const browser = await chromium.launch({ executablePath, args: ["--no-sandbox", "--enable-unsafe-swiftshader"] });
  try {
    await check(browser);
  } finally {
    await browser.close();
  }
}

// patient is a new page, for which a busy machine may take its time.
export async function patient(browser, options) {
  const page = await browser.newPage(options);
  page.setDefaultTimeout(240_000);
  return page;
}

// open opens a page; what goes wrong there, or leaves it, is an error.
export async function open(browser, url) {
  const page = await patient(browser, { viewport: { width: 1000, height: 1400 } });
  const wrong = [];
  page.on("pageerror", (error) => wrong.push(String(error)));
  page.on("console", (message) => message.type() === "error" && wrong.push(message.text()));
  page.on("request", (asked) => new URL(asked.url()).origin !== new URL(url).origin && !/^(data|blob):/.test(asked.url()) && wrong.push(asked.url()));
  await page.goto(url);
  return { page, wrong };
}

// space is the picture in space, as its pixels.
export const space = (page) => page.evaluate(() => document.querySelector("#space").toDataURL());

// accessible holds a page to the rules of axe that are serious, light and dark, and to
// the width of a telephone; it leaves screenshots of that and of a wide screen.
export async function accessible(page, pictures, name) {
  const before = page.viewportSize();
  for (const colorScheme of ["light", "dark"]) {
    await page.emulateMedia({ colorScheme });
    await page.evaluate(axe.source);
    const { violations } = await page.evaluate(() => axe.run());
    const serious = violations.filter(({ impact }) => impact === "serious" || impact === "critical");
    assert.deepEqual(serious.map(({ id, nodes }) => `${id}: ${nodes[0].html}`), [], `axe, ${name}, ${colorScheme}`);
    console.log(`  axe, ${name}, ${colorScheme}: nothing serious, ${violations.length} others: ${violations.map(({ id }) => id).join(", ")}`);
    for (const width of [400, 1400]) {
      await page.setViewportSize({ width, height: 900 });
      await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))); // charts follow the width a frame later
      assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), `${name} scrolls sideways at ${width} pixels`);
      await page.screenshot({ path: join(pictures, `${name}_${width}_${colorScheme}.png`), fullPage: true });
    }
    await page.setViewportSize(before);
  }
  await page.emulateMedia({ colorScheme: "light" });
}

// turns holds what turns the picture to doing so.
export async function turns(page) {
  const canvas = page.locator("#space");
  await canvas.scrollIntoViewIfNeeded();
  const before = await space(page);
  const { x, y, width, height } = await canvas.boundingBox();
  await page.mouse.move(x + width / 2, y + height / 2);
  await page.mouse.down();
  await page.mouse.move(x + width / 2 + 120, y + height / 2 + 40, { steps: 4 });
  await page.mouse.up();
  const dragged = await space(page);
  assert.notEqual(dragged, before, "a drag turns the view");
  await canvas.focus();
  await page.keyboard.press("ArrowRight");
  const turned = await space(page);
  assert.notEqual(turned, dragged, "an arrow key turns the view");
  await page.keyboard.press("Home");
  assert.equal(await space(page), before, "Home looks as at first");
}

// served starts a server, gives its first line of output to a check, and interrupts it at the
// end; it gives the exit code. If the check fails, the server's errors are shown.
export async function served(program, args, check) {
  const server = spawn(program, args);
  const ended = once(server, "close");
  const errors = [];
  server.stderr.on("data", (text) => errors.push(text));
  const end = async () => {
    server.kill("SIGINT");
    return (await ended)[0];
  };
  try {
    const { value: line } = await createInterface({ input: server.stdout })[Symbol.asyncIterator]().next();
    assert.ok(line, `${[program, ...args].join(" ")} prints the line that the check reads`);
    await check(line);
  } catch (failure) {
    await end();
    process.stderr.write(Buffer.concat(errors));
    throw failure;
  }
  return end();
}
