import { type Browser, chromium } from 'playwright-core';
import { findChromium } from '../find-chromium.mjs';

let running: Promise<Browser> | undefined;

/** One for all journeys; playwright ends it with this process. */
export function browser(): Promise<Browser> {
  running ??= launch();
  return running;
}

function launch(): Promise<Browser> {
  const { executablePath, env } = findChromium(console.log);
  return chromium.launch({
    executablePath,
    // containers run everything as root, where Chromium's sandbox refuses to start
    args: ['--no-sandbox'],
    ...(env ? { env: { ...process.env, ...env } } : {}),
  });
}
