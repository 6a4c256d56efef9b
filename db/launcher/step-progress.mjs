const startSteps = /** @type {const} */ ([
  'Configuration',
  'Packages',
  'Database',
  'Migrations',
  'Starter set',
  'Build',
  'Listen',
]);

/**
 * Reports a step to the terminal: `phase` prints a line when something begins, `tick` its progress, `done` its result.
 * @typedef {{ phase(text: string): void, tick(text: string): void, done(text: string): void }} Step
 */

const TICK_INTERVAL_MS = 5000;

/** @typedef {{ isTTY?: boolean, write(text: string): unknown }} Output */

/**
 * Begins a step of a start, which has a number. Other programs that take the same step have fewer steps.
 * @param {typeof startSteps[number]} name
 * @param {Output} [out]
 */
export const beginStartStep = (name, out) =>
  beginStep(`[${startSteps.indexOf(name) + 1}/${startSteps.length}] ${name}`, out);

/**
 * @param {string} name
 * @param {Output} out
 * @returns {Step}
 */
export function beginStep(name, out = process.stdout) {
  const prefix = `${name}:`;
  const startTime = performance.now();
  let lastTick = startTime;
  const clear = out.isTTY ? '\r\x1b[K' : '';
  return {
    phase: (text) => void out.write(`${clear}${prefix} ${text} …\n`),
    tick(text) {
      if (!out.isTTY && performance.now() - lastTick < TICK_INTERVAL_MS) return;
      lastTick = performance.now();
      const line = `${prefix} ${text.slice(0, 100)}`;
      out.write(out.isTTY ? `${clear}${line}` : `${line}\n`);
    },
    done(text) {
      const seconds = ((performance.now() - startTime) / 1000).toFixed(1);
      out.write(`${clear}${prefix} ${text} (${seconds} s)\n`);
    },
  };
}
