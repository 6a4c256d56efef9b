import { readFileSync } from 'node:fs';
import path from 'node:path';

const messageLines = 8;
const lineLength = 240;

/**
 * What a suite's JSON report counts, and what it says of each failed test. A suite that did not run, ran nothing, or
 * broke outside its tests has failed once: then what it printed is all there is to tell.
 */
export function readReport(file, room, { ok, said }) {
  const report = parse(file);
  const failures = report ? report.testResults.flatMap((of) => failuresOf(of, room, said)) : [];
  const broken = !ok || !report || report.numPassedTests === 0;
  if (broken && failures.length === 0) failures.push({ where: 'no test by itself', said });
  return { passed: report?.numPassedTests ?? 0, failed: failures.length, failures };
}

function parse(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return undefined;
  }
}

function failuresOf({ name, message, status, assertionResults }, room, said) {
  const file = path.relative(room, name);
  const failed = assertionResults.filter((test) => test.status === 'failed');
  // a file that could not be read as tests says so by itself, one whose hooks broke only in what was printed
  if (failed.length === 0 && status === 'failed') return [{ where: file, said: message ? firstOf(message) : said }];
  return failed.map((test) => ({
    where: `${file} › ${test.fullName}`,
    said: firstOf(test.failureMessages.join('\n')),
  }));
}

const ofTheRunner = /^ +at .*(node_modules|node:internal|new Promise)/;

const firstOf = (message) =>
  message
    .split('\n')
    .filter((line) => line.trim() !== '' && !ofTheRunner.test(line))
    .slice(0, messageLines);

/** All failures by suite or check, printed last, because CI may keep only the end of the log. */
export function failureLines(results) {
  return results.flatMap(({ name, failures }) =>
    failures.flatMap(({ where, said }) => [
      '',
      `✗ ${[name, where].filter(Boolean).join(' › ')}`,
      ...said.map((line) => `    ${line.slice(0, lineLength)}`),
    ]),
  );
}
