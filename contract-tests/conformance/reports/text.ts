import type { CaseReport, ExchangeReport, ResponseReport, RunReport } from '../run-report.ts';
import { answerLines, excerpt } from './answer-lines.ts';
import { expectedText } from './expected-text.ts';
import { firstOfEach, kindOfFailure, otherRunText, plural } from './wording.ts';

const MAX_DESCRIBED_PER_OPERATION = 2;
const MAX_DESCRIBED = 25;
const MAX_SCRIPT_LINES = 60;

/** Formats a run for a terminal: failures in detail, then what was not tried, then one line per failure and the totals. */
export function formatText(report: RunReport): string {
  const failures = report.cases.filter(({ verdict }) => verdict === 'failed');
  // With --complete, what the backend lacks fails too, of which there is nothing to describe.
  const described = failures.filter(({ failure }) => failure);
  return [
    ...describedFailures(described),
    ...(described.length > 0
      ? [`The commands above need these variables, and a password for each account:\n${indent(report.signIn)}`]
      : []),
    section('Not implemented', notImplementedLines(report)),
    section('Not tried', notTriedLines(report)),
    section('Left behind', report.leftBehind),
    section('Failed', failureLines(failures)),
    totalsOf(report),
  ]
    .filter(Boolean)
    .join('\n\n');
}

/** Returns a line per failure, and one for all cases of an operation that fail for the same reason. */
function failureLines(failures: CaseReport[]): string[] {
  return failures.flatMap(({ operationId, name, reason }, index) => {
    const isAlike = (other: CaseReport) => other.operationId === operationId && other.reason === reason;
    if (failures.findIndex(isAlike) < index) return [];
    const otherCount = failures.filter(isAlike).length - 1;
    const others = otherCount > 0 ? ` (and ${otherCount} more for the same reason)` : '';
    return [`${operationId}: ${name}${others}: ${oneLine(reason)}`];
  });
}

/** Describes the first failure of each kind, then further ones, of no operation more than two. */
function describedFailures(failures: CaseReport[]): string[] {
  const first = firstOfEach(failures, kindOfFailure);
  const further = failures.filter((failure) => {
    const sameOperation = failures.filter(({ operationId }) => operationId === failure.operationId);
    return !first.includes(failure) && sameOperation.indexOf(failure) < MAX_DESCRIBED_PER_OPERATION;
  });
  const described = [...first, ...further].slice(0, MAX_DESCRIBED);
  const restCount = failures.length - described.length;
  const rest =
    restCount === 1
      ? '1 more failure is listed below; --html and --json describe it in this way.'
      : `${restCount} more failures are listed below; --html and --json describe all of them in this way.`;
  return [...described.map(describeFailure), ...(restCount > 0 ? [rest] : [])];
}

function describeFailure(testCase: CaseReport): string {
  const { operationId, name, reason = '', failure } = testCase;
  const { passages, exchanges, curl, command } = failure ?? { passages: [], exchanges: [], curl: '', command: '' };
  return [
    `✗ ${operationId}: ${name}`,
    ...exchanges.map((exchange) => indent(describeExchange(exchange, reason))),
    `  Expected ${expectedText(testCase)}`,
    `  But ${indent(reason).trimStart()}`,
    ...passages.map(({ pointer, line, text }) => {
      const place = line ? `openapi.yaml:${line} ${pointer}` : pointer;
      return `  Contract ${place}\n    “${text}”`;
    }),
    `  Repeat it:\n${indent(indent(shortScript(curl)))}`,
    `  Run it alone:\n    ${command}`,
  ].join('\n');
}

function describeExchange({ method, path, caller, headers, body, response }: ExchangeReport, reason: string): string {
  const shownHeaders = Object.entries(headers).filter(([name]) => name === 'if-match' || name === 'accept-language');
  return [
    `${method} ${path}  as ${caller}  ${shownHeaders.map(([name, value]) => `${name}: ${value}`).join('  ')}`.trimEnd(),
    ...(body === undefined ? [] : [`  ${excerpt(body)}`]),
    ...(response
      ? [`→ ${response.status} ${headerText(response)}`, indent(answerLines(response, reason).join('\n'))]
      : ['→ no response']),
  ].join('\n');
}

/** Of a script that creates many records, a terminal shows only where it begins. */
function shortScript(curl: string): string {
  const lines = curl.split('\n');
  if (lines.length <= MAX_SCRIPT_LINES) return curl;
  const rest = lines.length - MAX_SCRIPT_LINES;
  return [...lines.slice(0, MAX_SCRIPT_LINES), `# and ${rest} more lines: --json and --html have all of them`].join(
    '\n',
  );
}

const headerText = ({ contentType, headers }: ResponseReport): string =>
  [contentType, ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`)].join('  ');

function notImplementedLines({ operations }: RunReport): string[] {
  const missing = operations.filter(({ verdict }) => verdict === 'not implemented');
  const tags = [...new Set(operations.map(({ tag }) => tag))];
  return tags.flatMap((tag) => {
    const ids = missing.filter((operation) => operation.tag === tag).map(({ id }) => id);
    const isWhole = operations.every((operation) => operation.tag !== tag || operation.verdict === 'not implemented');
    if (ids.length === 0) return [];
    return [isWhole && ids.length > 1 ? `${tag}: all ${ids.length} operations` : `${tag}: ${ids.join(', ')}`];
  });
}

function notTriedLines({ cases }: RunReport): string[] {
  const notTried = cases.filter(({ verdict }) => verdict === 'not tried');
  const reasons = [...new Set(notTried.map(({ reason }) => reason ?? ''))];
  return reasons.map((reason) => {
    const count = notTried.filter((testCase) => testCase.reason === reason).length;
    return `${plural(count, 'case')}: ${reason}`;
  });
}

function totalsOf({ totals, interruption, incomplete, otherRun, seconds, selection }: RunReport): string {
  const { operations, cases } = totals;
  const { conforms, fails, 'not implemented': missing, 'not tried': notTried } = operations;
  const operationTexts = [
    `${conforms} conform`,
    ...(fails > 0 ? [`${fails} ${fails === 1 ? 'fails' : 'fail'}`] : []),
    ...(missing > 0 ? [`${missing} not implemented`] : []),
    ...(notTried > 0 ? [`${notTried} not tried`] : []),
  ];
  return [
    ...(interruption ? [`The run is incomplete: ${interruption}.`] : []),
    `Operations${selection.length > 0 ? ` (${selection.join(' ')})` : ''}: ${operationTexts.join(', ')}. It took ${seconds.toFixed(0)} s.`,
    [
      `${cases.passed} passed, ${cases.failed} failed, ${cases['not tried']} not tried`,
      ...(cases['not implemented'] > 0 ? [`${cases['not implemented']} not implemented`] : []),
    ].join(', '),
    ...(incomplete === undefined ? [] : [`It fails because of --complete: ${incomplete}.`]),
    ...(otherRun === undefined ? [] : [otherRunText(otherRun)]),
  ].join('\n');
}

const section = (title: string, lines: string[]): string =>
  lines.length > 0 ? `${title}:\n${lines.map((line) => `- ${line}`).join('\n')}` : '';
const indent = (text: string): string => text.replace(/^(?=.)/gm, '  ');
const oneLine = (text = ''): string => text.replace(/\s+/g, ' ');
