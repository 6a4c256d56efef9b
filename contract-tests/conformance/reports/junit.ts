import type { CaseReport, RunReport } from '../run-report.ts';
import { answerLines, excerpt } from './answer-lines.ts';
import { expectedText } from './expected-text.ts';

/** Formats a run as JUnit XML: a test suite per operation. */
export function formatJunit(report: RunReport): string {
  const { operations, cases, startTime, seconds, url } = report;
  const suites = operations.map(({ id, tag }) => {
    const own = cases.filter(({ operationId }) => operationId === id);
    const failed = own.filter(isFailure).length;
    const skipped = own.filter((testCase) => testCase.verdict !== 'passed' && !isFailure(testCase)).length;
    const attributes = attributesOf({
      name: id,
      tests: own.length,
      failures: failed,
      errors: 0,
      skipped,
      time: secondsOf(own),
      timestamp: startTime,
    });
    return [
      `  <testsuite${attributes}>`,
      ...own.map((testCase) => formatCase(`${tag}.${id}`, testCase)),
      '  </testsuite>',
    ];
  });
  const attributes = attributesOf({
    name: `conformance of ${url}`,
    tests: cases.length,
    failures: cases.filter(isFailure).length,
    errors: 0,
    time: seconds,
  });
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites${attributes}>`,
    ...suites.flat(),
    '</testsuites>',
    '',
  ].join('\n');
}

const isFailure = ({ verdict }: CaseReport): boolean => verdict === 'failed';

function formatCase(classname: string, testCase: CaseReport): string {
  const { name, verdict, milliseconds, reason = verdict, failure } = testCase;
  const attributes = attributesOf({ classname, name, time: milliseconds / 1000 });
  if (verdict === 'passed') return `    <testcase${attributes}/>`;
  const content = isFailure(testCase)
    ? `<failure${attributesOf({ message: reason, type: failure?.phase ?? 'not implemented' })}>${escapeXml(detailsOf(testCase))}</failure>`
    : `<skipped${attributesOf({ message: reason })}/>`;
  return `    <testcase${attributes}>${content}</testcase>`;
}

function detailsOf(testCase: CaseReport): string {
  const { failure, reason = '' } = testCase;
  if (!failure) return '';
  const passages = failure.passages.map(({ pointer, text }) => `${pointer}: ${text}`);
  const exchanges = failure.exchanges.flatMap(({ method, path, caller, body, response }) => [
    `${method} ${path} as ${caller}`,
    ...(body === undefined ? [] : [excerpt(body)]),
    ...(response ? [`→ ${response.status}`, ...answerLines(response, reason)] : ['→ no response']),
  ]);
  return [...exchanges, `Expected ${expectedText(testCase)}`, ...passages, '', failure.curl].join('\n');
}

const secondsOf = (cases: CaseReport[]): number =>
  cases.reduce((sum, { milliseconds }) => sum + milliseconds, 0) / 1000;

function attributesOf(values: Record<string, string | number>): string {
  return Object.entries(values)
    .map(([name, value]) => ` ${name}="${escapeXml(String(value)).replace(/\s*\n\s*/g, '&#10;')}"`)
    .join('');
}

/** XML 1.0 has no way to write most control characters and lone surrogates. */
export function escapeXml(text: string): string {
  return text
    .toWellFormed()
    .replace(/[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu, '\u{fffd}')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}
