import type { Contract } from '../../contract/types.ts';
import { ruleGroups } from '../../suite/case.ts';
import {
  type CaseReport,
  type OperationReport,
  type OperationVerdict,
  operationVerdicts,
  type RunReport,
} from '../run-report.ts';
import { type BothTexts, boardTexts, countTexts, groupTexts, tagTexts, verdictTexts } from './board-texts.ts';
import { caseDetails } from './failures.ts';
import type { FormerRun } from './former-runs.ts';
import { both, type Html, html } from './html.ts';

const MAX_RECENT_RUNS = 10;

/** Of a tag also that some of its operations conform, but not all. */
type TagVerdict = OperationVerdict | 'partly';

/** A row per tag, which opens to a row per operation, which opens to its failures. */
export function matrix(report: RunReport, formerRuns: FormerRun[], contract: Contract): Html {
  const tags = [...new Set(report.operations.map(({ tag }) => tag))];
  const hasHistory = formerRuns.length > 0;
  return html`<section class="panel matrix${!hasHistory && ' without-history'}">
<div class="row columns"><span>${both(boardTexts.operations)}</span><span class="verdict">${both(boardTexts.verdict)}</span>${ruleGroups.map((group) => html`<span>${both(groupTexts[group])}</span>`)}<span class="recent">${hasHistory && both(boardTexts.recent)}</span></div>
${tags.map((tag) => {
  const operations = report.operations.filter((operation) => operation.tag === tag);
  return tagRows(labelOf(contract, tag), operations, report, formerRuns);
})}
<div class="legend">${[...operationVerdicts, 'partly' as const].map(
    (verdict) => html`<span>${mark(verdict)}${both(verdictTextOf(verdict))}</span>`,
  )}<span>${both(boardTexts.cellLegend)}</span></div>
</section>`;
}

export function labelOf(contract: Contract, tag: string): BothTexts {
  const label = contract.tags.find(({ name }) => name === tag)?.['x-label'];
  return label ? { zh: label['zh-CN'], en: label.en } : (tagTexts[tag] ?? { zh: tag, en: tag });
}

function tagRows(label: BothTexts, operations: OperationReport[], report: RunReport, formerRuns: FormerRun[]): Html {
  const ids = new Set(operations.map(({ id }) => id));
  const cases = report.cases.filter(({ operationId }) => ids.has(operationId));
  const count = (verdict: OperationVerdict) => operations.filter((operation) => operation.verdict === verdict).length;
  const verdict = summarize(count);
  const counted = verdict === 'partly' ? 'conforms' : verdict;
  const countText =
    counted === 'fails' || verdict === 'partly' ? `${count(counted)} / ${operations.length}` : undefined;
  return html`<details class="tag">
<summary class="row"><span class="name">${both(label)}<span class="quiet">${operations.length}</span></span>${verdictCell(verdict, countText)}${cells(cases)}<span class="recent"></span></summary>
${operations.map((operation) => operationRow(operation, cases, formerRuns, report))}
</details>`;
}

function summarize(count: (verdict: OperationVerdict) => number): TagVerdict {
  if (count('fails') > 0) return 'fails';
  if (count('conforms') > 0) return count('not implemented') + count('not tried') > 0 ? 'partly' : 'conforms';
  return count('not implemented') > 0 ? 'not implemented' : 'not tried';
}

function operationRow(
  operation: OperationReport,
  tagCases: CaseReport[],
  formerRuns: FormerRun[],
  report: RunReport,
): Html {
  const { id, method, path, summary, chineseSummary, verdict } = operation;
  const cases = tagCases.filter(({ operationId }) => operationId === id);
  const details = caseDetails(cases);
  const runs = formerRuns.map(({ startTime, verdicts }) => ({ startTime, former: verdicts[id] }));
  const recent = [...runs, { startTime: report.startTime, former: verdict }].slice(-MAX_RECENT_RUNS);
  const bars = recent.map(
    ({ startTime, former }) =>
      html`<i class="${former ? former.replace(' ', '-') : 'not-tried'}" title="${startTime.slice(0, 16).replace('T', ' ')}"></i>`,
  );
  const row = html`<span class="name" title="${path}"><span class="method">${method}</span><span class="cut">${id} <span class="quiet">${both({ zh: chineseSummary || summary, en: summary })}</span></span></span>${verdictCell(verdict)}${cells(cases)}<span class="recent">${formerRuns.length > 0 && bars}</span>`;
  if (details.length === 0) return html`<div class="operation" id="${id}"><div class="row">${row}</div></div>`;
  return html`<details class="operation" id="${id}"><summary class="row">${row}</summary><div class="details">${details}</div></details>`;
}

function cells(cases: CaseReport[]): Html[] {
  return ruleGroups.map((group) => {
    const own = cases.filter((testCase) => testCase.group === group);
    const count = (verdict: CaseReport['verdict']) => own.filter((testCase) => testCase.verdict === verdict).length;
    if (own.length === 0) return html`<span class="cell"></span>`;
    const [passed, failed, missing] = [count('passed'), count('failed'), count('not implemented')];
    const title = countTexts.cell(groupTexts[group], passed, failed, count('not tried'), missing);
    const label = html`<span class="group">${both(groupTexts[group])}</span>`;
    const text =
      passed + failed > 0
        ? html`${passed}<span class="all"> / ${own.length}</span>`
        : mark(missing === own.length ? 'not implemented' : 'not tried');
    return html`<span class="cell${failed > 0 && ' fails'}${missing === own.length && ' missing'}" title="${title.zh} · ${title.en}">${label}<span>${text}</span></span>`;
  });
}

const verdictTextOf = (verdict: TagVerdict): BothTexts =>
  verdict === 'partly' ? boardTexts.partly : verdictTexts[verdict];

function verdictCell(verdict: TagVerdict, count?: string): Html {
  return html`<span class="verdict ${verdict.replace(' ', '-')}">${mark(verdict)}${both(verdictTextOf(verdict))}${count && html`<span class="quiet">${count}</span>`}</span>`;
}

export const mark = (verdict: TagVerdict): Html => html`<span class="mark ${verdict.replace(' ', '-')}"></span>`;
