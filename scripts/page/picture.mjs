// Draws the picture of a page of a robot for the documents.
//
//   node picture.mjs CHROMIUM PAGE PICTURE
import { inBrowser, open } from "./page.mjs";

const [executablePath, file, path] = process.argv.slice(2);

await inBrowser(executablePath, async (browser) => {
  const { page } = await open(browser, "file://" + file);
  await page.evaluate(() => player.at(0.4 * player.last));
  await page.screenshot({ path, clip: { x: 0, y: 0, width: 1000, height: 1350 } });
});
