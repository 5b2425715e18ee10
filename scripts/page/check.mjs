// Opens the pages of gmnc report and gmnc view in a real Chromium and holds them
// to what gmnc predict says.
//
//   node check.mjs CHROMIUM GMNC MODEL DATA PICTURES links|particles
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { request } from "node:http";
import { join } from "node:path";
import { accessible, inBrowser, open, patient, served, space, turns } from "./page.mjs";

const [executablePath, gmnc, model, data, pictures, drawn] = process.argv.slice(2);
const run = (...args) => execFileSync(gmnc, args, { encoding: "utf8" });
const predicted = JSON.parse(run("predict", "--json", model, data).trim().split("\n").at(-1));

// digits is a number with so many digits, as text.
const digits = (value, count) => Number(value).toPrecision(count);

const cell = (page, name, column) => page.locator(`tr[data-error="${name}"] td`).nth(column).textContent();

// plays holds the keys of time and samples to what they do. Its clock stands between them,
// or a picture on a busy machine would play to its end before the key that stops it.
async function plays(page) {
  await page.clock.install({ time: 0 });
  await page.clock.pauseAt(1000);
  const time = () => page.evaluate(() => Number(document.querySelector("#time").value));
  const first = await page.locator("#says").textContent();
  await page.locator("#space").focus();
  await page.keyboard.press("Comma");
  assert.equal(await time(), 0, "a comma steps back to the input");
  await page.keyboard.press("Space");
  await page.clock.runFor(200);
  const stopped = await time();
  assert.ok(stopped > 0.05, "space plays");
  await page.keyboard.press("Space");
  await page.clock.runFor(200);
  assert.equal(await time(), stopped, "space stops");
  await page.clock.resume();
  await page.keyboard.press("n");
  assert.notEqual(await page.locator("#says").textContent(), first, "N is the next sample");
}

// shows holds the choices of what is drawn to changing the picture, and the ranks to the
// order of errors.
async function shows(page) {
  const error = async (name) => {
    await page.getByRole("button", { name }).click();
    return Number((await page.locator("#sample option:checked").textContent()).match(/error (\S+)/)[1]);
  };
  const [worst, best, median] = [await error("Worst"), await error("Best"), await error("Median")];
  assert.ok(best <= median && median <= worst, `best ${best}, median ${median}, worst ${worst}`);
  for (const [select, value] of [["#colors", "error"], ["#times", "1000"], ["#colors", "stretch"]]) {
    const before = await space(page);
    await page.locator(select).selectOption(value);
    assert.notEqual(await space(page), before, `${select} ${value} changes the picture`);
    await page.locator(select).selectOption({ index: 0 });
  }
  await page.locator("#time").evaluate((slider) => { slider.value = 0.9; slider.dispatchEvent(new Event("input")); });
  assert.match(await page.locator("#when").textContent(), /one interval/, "the table is of the nearest step");
  assert.match(await page.locator("#labels").textContent(), /xyz\d/, "axes and a scale");
}

// links holds a robot to being drawn as links at first, and as particles on demand.
async function links(page) {
  const dots = page.locator("#dots");
  assert.equal(await dots.isVisible(), drawn === "links", "only a robot has a choice of particles");
  if (drawn !== "links") {
    return;
  }
  const before = await space(page);
  await dots.check();
  assert.notEqual(await space(page), before, "particles change the picture");
  await dots.uncheck();
  assert.equal(await space(page), before, "links are drawn again");
}

// names holds the pointer over a particle to naming it.
async function names(page) {
  if (await page.locator("#dots").isVisible()) {
    await page.locator("#dots").check(); // of a robot, which is links at first
  }
  const { x, y, at } = await page.evaluate(() => {
    const seen = player.space.groups.truth.markers[0].position.clone().project(player.space.camera);
    const { left, top, width, height } = player.space.canvas.getBoundingClientRect();
    return { x: left + ((seen.x + 1) * width) / 2, y: top + ((1 - seen.y) * height) / 2, at: player.sample.parts };
  });
  await page.mouse.move(x + 1, y);
  const tip = await page.locator("#tip").textContent();
  assert.ok(at.some((part) => tip.includes(part)), `the tip is ${tip}`);
}

// zooms holds the keys of a focused chart to zooming, and Home to looking as at first.
async function zooms(page, chart) {
  const index = await chart.evaluate((box) => [...document.querySelectorAll(".chart")].indexOf(box));
  const range = () => page.evaluate((at) => { const { min, max } = drawnCharts[at].scales.x; return max - min; }, index);
  const before = await range();
  await page.keyboard.press("+");
  const near = await range();
  assert.ok(near < 0.9 * before, `plus shows ${near} of ${before}`);
  await page.keyboard.press("-");
  assert.ok(await range() > 1.1 * near, "minus shows more");
  await page.keyboard.press("Home");
  assert.ok(Math.abs(await range() - before) < 1e-9 * before, "Home looks as at first");
}

// charts holds the page's charts to saying values by pointer and keys, and to zooming.
async function charts(page) {
  const chart = page.locator(".chart").first();
  await chart.scrollIntoViewIfNeeded();
  const drawn = await page.evaluate(() => [drawnCharts.length, document.querySelectorAll(".chart canvas").length]);
  assert.ok(drawn[0] > 0 && drawn[0] === drawn[1], `${drawn} charts`);
  const { x, y, width, height } = await chart.locator(".u-over").boundingBox();
  await page.mouse.move(x + width / 2, y + height / 2);
  await page.mouse.move(x + width / 2 + 5, y + height / 2);
  await page.waitForFunction(() => /\d/.test(document.querySelector(".chart .legend").textContent));
  await chart.focus();
  await page.keyboard.press("ArrowRight");
  assert.match(await chart.locator(".said").textContent(), /\d/, "an arrow key says a point");
  await zooms(page, chart);
}

// maps holds maps of values to saying the value of the cell under the pointer, and by keys,
// and to zooming.
async function maps(page) {
  const chart = page.locator(".chart", { has: page.locator(".shades") }).first();
  await chart.scrollIntoViewIfNeeded();
  const { rows, values } = await page.evaluate(() => JSON.parse(document.querySelector("#charts").textContent).flatMap(({ charts }) => charts ?? []).find(({ heat }) => heat).heat);
  const says = async (row, column, text) => assert.ok(text.startsWith(`${rows[row]}: ${await page.evaluate((value) => brief(value), values[row][column])}`), `cell ${row}, ${column}: ${text}`);
  const { x, y, width, height } = await chart.locator(".u-over").boundingBox();
  for (const [row, column] of [[0, 0], [1, 2], [rows.length - 1, values[0].length - 1]]) {
    await page.mouse.move(x + (width * (column + 0.5)) / values[0].length, y + (height * (row + 0.5)) / rows.length);
    await page.waitForFunction((name) => document.querySelector(".value").textContent.startsWith(`${name}:`), rows[row]);
    await says(row, column, await chart.locator(".value").textContent());
  }
  await chart.focus();
  for (const key of ["ArrowRight", "ArrowDown", "ArrowRight"]) {
    await page.keyboard.press(key);
  }
  await says(1, 1, await chart.locator(".said").textContent());
  await zooms(page, chart);
}

// answers holds the page to all that one can do on it.
async function answers(page) {
  await turns(page);
  await plays(page);
  await shows(page);
  await links(page);
  await names(page);
  await charts(page);
  await maps(page);
}

// blind holds the page to its tables where the browser draws no WebGL.
async function blind(browser, file) {
  const page = await patient(browser);
  await page.addInitScript(() => { HTMLCanvasElement.prototype.getContext = () => null; });
  await page.goto("file://" + file);
  assert.ok(await page.locator("#nospace").isVisible(), "the page says that there is no picture");
  assert.ok(await page.locator("#space").isHidden());
  assert.ok(await page.locator("#particles td").count() > 0, "the table is there");
  await page.close();
}

async function checkReport(browser) {
  const file = join(pictures, "report.html");
  run("report", model, data, "-o", file, "--force");
  await blind(browser, file);
  const { page, wrong } = await open(browser, "file://" + file);
  assert.equal(Number.parseFloat(await cell(page, "root mean squared error", 1)), Number(digits(predicted.rmse, 4)));
  assert.match(await page.locator("#says").textContent(), /Root mean squared error/);
  await answers(page);
  await page.locator("h1").scrollIntoViewIfNeeded();
  await page.screenshot({ path: join(pictures, "report.png"), fullPage: true });
  await page.emulateMedia({ colorScheme: "dark" });
  await page.screenshot({ path: join(pictures, "report_dark.png") });
  await accessible(page, pictures, "report");
  await page.emulateMedia({ media: "print", colorScheme: "light" });
  await page.screenshot({ path: join(pictures, "report_print.png"), fullPage: true });
  assert.deepEqual(wrong, [], "errors and requests of the report");
}

// status is the response's to a request for a page under another name.
const status = (url, host) => new Promise((resolve, reject) => {
  request(url, { headers: { host } }, (response) => resolve(response.statusCode)).on("error", reject).end();
});

async function checkView(browser) {
  const code = await served(gmnc, ["view", "--json", model, data], async (line) => {
    const { url } = JSON.parse(line);
    assert.match(url, /^http:\/\/127\.0\.0\.1:\d+\/$/);
    assert.equal(await status(url, "elsewhere.example"), 403, "another name is refused");
    const { page, wrong } = await open(browser, url);
    await page.locator("#running[data-done]").waitFor();
    const value = (name) => page.locator(`tr[data-error="${name}"] .live`).getAttribute("data-value");
    for (const [name, expected] of [["root mean squared error", predicted.rmse], ["its median over samples", Math.sqrt(predicted.median_squared_error)]]) {
      assert.equal(digits(await value(name), 5), digits(expected, 5), `five digits of ${name}`);
    }
    console.log(`  ${await page.locator("#running").textContent()} Root mean squared error ${await value("root mean squared error")}, of gmnc predict ${predicted.rmse}`);
    await answers(page);
    await page.locator("h1").scrollIntoViewIfNeeded();
    await page.screenshot({ path: join(pictures, "view.png") });
    await accessible(page, pictures, "view");
    assert.deepEqual(wrong, [], "errors and requests of the view");
  });
  assert.equal(code, 0, "an interrupt ends it well");
}

await inBrowser(executablePath, async (browser) => {
  await checkReport(browser);
  await checkView(browser);
});
