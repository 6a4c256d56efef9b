import { spawn } from 'node:child_process';
import { stripVTControlCharacters } from 'node:util';

const MAX_FIRST_LINES = 12;
const MAX_LAST_LINES = 12;

/** Runs a command, prints its output as it comes, and returns the first and last lines of it: `{ ok, outputLines }`. */
export function run([command, ...args], cwd) {
  return new Promise((resolve) => {
    const child = spawn(command, args, { cwd, stdio: ['inherit', 'pipe', 'pipe'] });
    let output = '';
    for (const [childStream, ownStream] of [
      [child.stdout, process.stdout],
      [child.stderr, process.stderr],
    ]) {
      childStream.setEncoding('utf8').on('data', (text) => {
        ownStream.write(text);
        output += text;
      });
    }
    child
      .on('error', (error) => resolve({ ok: false, outputLines: [error.message] }))
      .on('close', (code, signal) => resolve({ ok: code === 0, outputLines: firstAndLastLines(output, signal) }));
  });
}

function firstAndLastLines(output, signal) {
  const lines = stripVTControlCharacters(output)
    .split('\n')
    .filter((line) => line.trim() !== '');
  if (signal) lines.push(`Ended by ${signal}.`);
  if (lines.length <= MAX_FIRST_LINES + MAX_LAST_LINES) return lines;
  const omittedCount = lines.length - MAX_FIRST_LINES - MAX_LAST_LINES;
  return [...lines.slice(0, MAX_FIRST_LINES), `… ${omittedCount} lines …`, ...lines.slice(-MAX_LAST_LINES)];
}
