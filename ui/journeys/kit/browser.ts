import { type Browser, chromium } from 'playwright-core';
import { findChromium } from '../find-chromium.mjs';

let running: Promise<Browser> | undefined;

/** One for all journeys; playwright ends it with this process. */
export function browser(): Promise<Browser> {
  running ??= launch();
  return running;
}

async function launch(): Promise<Browser> {
  const executablePath = await findChromium({ phase: console.log, done: () => {} });
  // containers run everything as root, where Chromium's sandbox refuses to start; each window would load and shape some
  // twenty subsets of the Chinese font anew, which tells of the machine and not of the product
  // pages of one context share a process, so that what one has compiled the next one has too, as it is not thrown away
  // between two of them; a larger nursery is emptied less often
  const js = '--js-flags=--min-semi-space-size=32 --no-flush-bytecode';
  const args = ['--no-sandbox', '--disable-remote-fonts', '--process-per-site', js];
  return chromium.launch({ executablePath, args });
}
