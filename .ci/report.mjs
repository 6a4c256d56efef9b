import { readFileSync } from 'node:fs';
import path from 'node:path';

const MAX_MESSAGE_LINES = 8;
const MAX_LINE_LENGTH = 240;

/**
 * The counts and failures in a suite's JSON report. A suite that did not run, ran no tests, or failed outside its tests counts as
 * one failure, which shows the suite's output.
 */
export function readReport(file, workspace, { ok, outputLines }) {
  const report = parse(file);
  const failures = report
    ? report.testResults.flatMap((fileResult) => failuresOf(fileResult, workspace, outputLines))
    : [];
  const suiteFailed = !ok || !report || report.numPassedTests === 0;
  if (suiteFailed && failures.length === 0) failures.push({ where: 'outside the tests', outputLines });
  return { passed: report?.numPassedTests ?? 0, failed: failures.length, failures };
}

function parse(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return undefined;
  }
}

function failuresOf({ name, message, status, assertionResults }, workspace, outputLines) {
  const file = path.relative(workspace, name);
  const failed = assertionResults.filter((test) => test.status === 'failed');
  // The report has a message if the file could not be loaded, but not if its hooks failed.
  if (failed.length === 0 && status === 'failed')
    return [{ where: file, outputLines: message ? firstLinesOf(message) : outputLines }];
  return failed.map((test) => ({
    where: `${file} › ${test.fullName}`,
    outputLines: firstLinesOf(test.failureMessages.join('\n')),
  }));
}

const RUNNER_FRAME = /^ +at .*(node_modules|node:internal|new Promise)/;

const firstLinesOf = (message) =>
  message
    .split('\n')
    .filter((line) => line.trim() !== '' && !RUNNER_FRAME.test(line))
    .slice(0, MAX_MESSAGE_LINES);

/** All failures by suite or check, printed last, because CI may keep only the end of the log. */
export function failureLines(results) {
  return results.flatMap(({ name, failures }) =>
    failures.flatMap(({ where, outputLines }) => [
      '',
      `✗ ${[name, where].filter(Boolean).join(' › ')}`,
      ...outputLines.map((line) => `    ${line.slice(0, MAX_LINE_LENGTH)}`),
    ]),
  );
}
