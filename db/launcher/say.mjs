const names = ['Configuration', 'Packages', 'Database', 'Migrations', 'Starter set', 'Build', 'Listen'];

/**
 * What a step tells the person who waits: `phase` a line per thing begun, `tick` how far it is, `done` how it ended.
 * @typedef {{ phase(text: string): void, tick(text: string): void, done(text: string): void }} Step
 */

const silentTicksMs = 5000;

/**
 * @param {string} name one of the start's steps, or something done outside a start, which then has no number
 * @param {{ isTTY?: boolean, write(text: string): unknown }} out
 * @returns {Step}
 */
export function beginStep(name, out = process.stdout) {
  const number = names.indexOf(name) + 1;
  const prefix = number > 0 ? `[${number}/${names.length}] ${name}:` : `${name}:`;
  const began = performance.now();
  let lastTick = began;
  const clear = out.isTTY ? '\r\x1b[K' : '';
  return {
    phase: (text) => void out.write(`${clear}${prefix} ${text} …\n`),
    tick(text) {
      if (!out.isTTY && performance.now() - lastTick < silentTicksMs) return;
      lastTick = performance.now();
      const line = `${prefix} ${text.slice(0, 100)}`;
      out.write(out.isTTY ? `${clear}${line}` : `${line}\n`);
    },
    done(text) {
      const seconds = ((performance.now() - began) / 1000).toFixed(1);
      out.write(`${clear}${prefix} ${text} (${seconds} s)\n`);
    },
  };
}
