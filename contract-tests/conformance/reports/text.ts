import type { CaseReport, ExchangeReport, ResponseReport, RunReport } from '../run-report.ts';
import { expectedText } from './expected-text.ts';

const MAX_DESCRIBED_PER_OPERATION = 2;
const MAX_DESCRIBED = 25;

/** Formats a run for a terminal: failures in detail, then what was not tried, then one line per failure and the totals. */
export function formatText(report: RunReport): string {
  const failures = report.cases.filter(({ verdict }) => verdict === 'failed');
  return [
    ...describedFailures(failures),
    ...(failures.length > 0
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

function describedFailures(failures: CaseReport[]): string[] {
  const described = failures
    .filter((failure, index) => {
      const earlier = failures.slice(0, index).filter(({ operationId }) => operationId === failure.operationId);
      return earlier.length < MAX_DESCRIBED_PER_OPERATION;
    })
    .slice(0, MAX_DESCRIBED);
  const blocks = described.map(describeFailure);
  const restCount = failures.length - described.length;
  const rest = `${restCount} more failures are listed below; --html and --json describe all of them in this way.`;
  return restCount > 0 ? [...blocks, rest] : blocks;
}

function describeFailure(testCase: CaseReport): string {
  const { operationId, name, reason = '', failure } = testCase;
  const { passages, exchanges, curl, command } = failure ?? { passages: [], exchanges: [], curl: '', command: '' };
  return [
    `✗ ${operationId}: ${name}`,
    ...exchanges.map((exchange) => indent(describeExchange(exchange))),
    `  Expected ${expectedText(testCase)}`,
    `  But ${indent(reason).trimStart()}`,
    ...passages.map(({ pointer, line, text }) => {
      const place = line ? `openapi.yaml:${line} ${pointer}` : pointer;
      return `  Contract ${place}\n    “${text}”`;
    }),
    `  Repeat it:\n${indent(indent(curl))}`,
    `  Run it alone:\n    ${command}`,
  ].join('\n');
}

function describeExchange({ method, path, caller, headers, body, response }: ExchangeReport): string {
  const shownHeaders = Object.entries(headers).filter(([name]) => name === 'if-match' || name === 'accept-language');
  return [
    `${method} ${path}  as ${caller}  ${shownHeaders.map(([name, value]) => `${name}: ${value}`).join('  ')}`.trimEnd(),
    ...(body === undefined ? [] : [`  ${excerpt(body)}`]),
    ...(response ? [`→ ${response.status} ${headerText(response)}`, `  ${excerpt(response.body)}`] : ['→ no response']),
  ].join('\n');
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
    return `${count} ${count === 1 ? 'case' : 'cases'}: ${reason}`;
  });
}

function totalsOf({ totals: { operations, cases }, interruption, seconds, selection }: RunReport): string {
  const { conforms, fails, 'not implemented': missing, 'not tried': notTried } = operations;
  const operationTexts = [
    `${conforms} conform`,
    ...(fails > 0 ? [`${fails} ${fails === 1 ? 'fails' : 'fail'}`] : []),
    ...(missing > 0 ? [`${missing} not implemented`] : []),
    ...(notTried > 0 ? [`${notTried} not tried`] : []),
  ];
  const skipped = cases['not tried'] + cases['not implemented'];
  return [
    ...(interruption ? [`The run is incomplete: ${interruption}.`] : []),
    `Operations${selection.length > 0 ? ` (${selection.join(' ')})` : ''}: ${operationTexts.join(', ')}. It took ${seconds.toFixed(0)} s.`,
    `${cases.passed} passed, ${cases.failed} failed, ${skipped} not tried`,
  ].join('\n');
}

const section = (title: string, lines: string[]): string =>
  lines.length > 0 ? `${title}:\n${lines.map((line) => `- ${line}`).join('\n')}` : '';
const indent = (text: string): string => text.replace(/^(?=.)/gm, '  ');
const oneLine = (text = ''): string => text.replace(/\s+/g, ' ').slice(0, 160);
const excerpt = (text: string): string => (text.length > 600 ? `${text.slice(0, 600)}…` : text);
