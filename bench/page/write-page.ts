import { readFileSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { fileURLToPath } from 'node:url';
import type { Growth } from '../measure/growth.ts';
import type { Result } from '../measure/results.ts';
import { growthChart } from './chart.ts';
import { growthTable, resultsTable } from './tables.ts';

const docsFolder = fileURLToPath(new URL('../../docs', import.meta.url));
const pagePath = `${docsFolder}/performance.md`;

/** Replaces the previous results in the page. */
export function writeResults(results: Result[], options: string): void {
  if (results.length > 0) replaceSection('results', `${describeRun(options)}\n\n${resultsTable(results)}`);
}

export function writeGrowth(growths: Growth[], options: string): void {
  if (growths.length === 0) return;
  writeFileSync(`${docsFolder}/growth.svg`, growthChart(growths));
  replaceSection('growth', `${describeRun(options)}\n\n${growthTable(growths)}`);
}

const describeRun = (options: string) =>
  `\`npm run bench -- ${options}\`, ${new Date().toISOString().slice(0, 10)}: ${cpus().length} × ${cpus()[0]?.model}, Node.js ${process.versions.node}.`;

function replaceSection(section: string, text: string): void {
  const [begin, end] = [`<!-- ${section} -->`, `<!-- /${section} -->`];
  const oldPage = readFileSync(pagePath, 'utf8');
  const [from, to] = [oldPage.indexOf(begin), oldPage.indexOf(end)];
  if (from < 0 || to < from) throw new Error(`${pagePath} has no section for ${section}.`);
  writeFileSync(pagePath, `${oldPage.slice(0, from + begin.length)}\n${text}\n${oldPage.slice(to)}`);
}
