const stepNames = ['Configuration', 'Packages', 'Database', 'Migrations', 'Starter set', 'Build', 'Listen'];

/**
 * Reports a step to the terminal: `phase` prints a line when something begins, `tick` its progress, `done` its result.
 * @typedef {{ phase(text: string): void, tick(text: string): void, done(text: string): void }} Step
 */

const TICK_INTERVAL_MS = 5000;

/**
 * @param {string} name a step of the start, or another one, which then has no number
 * @param {{ isTTY?: boolean, write(text: string): unknown }} out
 * @returns {Step}
 */
export function beginStep(name, out = process.stdout) {
  const number = stepNames.indexOf(name) + 1;
  const prefix = number > 0 ? `[${number}/${stepNames.length}] ${name}:` : `${name}:`;
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
