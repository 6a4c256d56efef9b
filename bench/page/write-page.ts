import { readFileSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { fileURLToPath } from 'node:url';
import type { Growth } from '../growth.ts';
import type { Result } from '../results.ts';
import { growthChart } from './chart.ts';
import { growthTable, resultsTable } from './tables.ts';

const docs = fileURLToPath(new URL('../../docs', import.meta.url));
const page = `${docs}/performance.md`;

/** Replaces the previous results in the page. */
export function writeResults(results: Result[], how: string): void {
  if (results.length > 0) put('results', `${measuredBy(how)}\n\n${resultsTable(results)}`);
}

export function writeGrowth(all: Growth[], how: string): void {
  if (all.length === 0) return;
  writeFileSync(`${docs}/growth.svg`, growthChart(all));
  put('growth', `${measuredBy(how)}\n\n${growthTable(all)}`);
}

const measuredBy = (how: string) =>
  `\`npm run bench -- ${how}\`, ${new Date().toISOString().slice(0, 10)}: ${cpus().length} × ${cpus()[0]?.model}, Node.js ${process.versions.node}.`;

function put(place: string, text: string): void {
  const [begin, end] = [`<!-- ${place} -->`, `<!-- /${place} -->`];
  const old = readFileSync(page, 'utf8');
  const [from, to] = [old.indexOf(begin), old.indexOf(end)];
  if (from < 0 || to < from) throw new Error(`${page} has no place for ${place}.`);
  writeFileSync(page, `${old.slice(0, from + begin.length)}\n${text}\n${old.slice(to)}`);
}
