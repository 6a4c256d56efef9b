import { type Browser, chromium } from 'playwright-core';
import { findChromium } from '../find-chromium.mjs';

let launchedBrowser: Promise<Browser> | undefined;

/** Returns the browser that all journeys of a worker share. Playwright closes it when the process exits. */
export function getBrowser(): Promise<Browser> {
  launchedBrowser ??= launch();
  return launchedBrowser;
}

async function launch(): Promise<Browser> {
  const executablePath = await findChromium({ phase: console.log, done: () => {} });
  // Chromium's sandbox refuses to start as root, which containers run as. Remote fonts are off unless pictures are taken, because every
  // window would load about twenty subsets of the Chinese font. Software rendering is faster without a GPU process. One process per site
  // and `--no-flush-bytecode` let pages share compiled code, and a larger young generation means fewer garbage collections.
  const jsFlags = '--js-flags=--min-semi-space-size=32 --no-flush-bytecode';
  const fontFlags = process.env.SCREENSHOTS ? [] : ['--disable-remote-fonts'];
  const args = ['--no-sandbox', ...fontFlags, '--disable-gpu', '--process-per-site', jsFlags];
  return chromium.launch({ executablePath, args });
}
