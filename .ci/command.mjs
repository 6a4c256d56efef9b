import { spawn } from 'node:child_process';
import { stripVTControlCharacters } from 'node:util';

const firstLines = 12;
const lastLines = 12;

/** Runs a command, prints its output as it comes, and returns the beginning and end of that output: `{ ok, said }`. */
export function run([command, ...args], cwd) {
  return new Promise((resolve) => {
    const child = spawn(command, args, { cwd, stdio: ['inherit', 'pipe', 'pipe'] });
    let said = '';
    for (const [from, to] of [
      [child.stdout, process.stdout],
      [child.stderr, process.stderr],
    ]) {
      from.setEncoding('utf8').on('data', (text) => {
        to.write(text);
        said += text;
      });
    }
    child
      .on('error', (error) => resolve({ ok: false, said: [error.message] }))
      .on('close', (code, signal) => resolve({ ok: code === 0, said: ends(said, signal) }));
  });
}

function ends(said, signal) {
  const lines = stripVTControlCharacters(said)
    .split('\n')
    .filter((line) => line.trim() !== '');
  if (signal) lines.push(`Ended by ${signal}.`);
  if (lines.length <= firstLines + lastLines) return lines;
  const left = lines.length - firstLines - lastLines;
  return [...lines.slice(0, firstLines), `… ${left} lines …`, ...lines.slice(-lastLines)];
}
