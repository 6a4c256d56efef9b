import type { Contract } from '../../contract/types.ts';
import { ruleGroups } from '../../suite/case.ts';
import type { CaseReport, OperationReport, OperationVerdict, RunReport } from '../run-report.ts';
import { type BothTexts, boardTexts, countTexts, groupTexts, tagTexts, verdictTexts } from './board-texts.ts';
import { caseDetails } from './failures.ts';
import type { FormerRun } from './former-runs.ts';
import { both, type Html, html } from './html.ts';

const MAX_RECENT_RUNS = 10;

/** A row per tag, which opens to a row per operation, which opens to its failures. */
export function matrix(report: RunReport, formerRuns: FormerRun[], contract: Contract): Html {
  const tags = [...new Set(report.operations.map(({ tag }) => tag))];
  const hasHistory = formerRuns.length > 0;
  return html`<section class="panel matrix${!hasHistory && ' without-history'}">
<div class="row columns"><span>${both(boardTexts.operations)}</span>${ruleGroups.map((group) => html`<span>${both(groupTexts[group])}</span>`)}<span class="recent">${hasHistory && both(boardTexts.recent)}</span><span class="verdict">${both(boardTexts.verdict)}</span></div>
${tags.map((tag) => {
  const operations = report.operations.filter((operation) => operation.tag === tag);
  return tagRows(labelOf(contract, tag), operations, report, formerRuns);
})}
<div class="legend">${(Object.keys(verdictTexts) as OperationVerdict[]).map(
    (verdict) => html`<span>${mark(verdict)}${both(verdictTexts[verdict])}</span>`,
  )}</div>
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
  return html`<details class="tag">
<summary class="row"><span class="name">${both(label)}<span class="quiet">${operations.length}</span></span>${cells(cases)}<span></span>${verdictCell(verdict, verdict === 'fails' ? `${count('fails')} / ${operations.length}` : undefined)}</summary>
${operations.map((operation) => operationRow(operation, cases, formerRuns))}
</details>`;
}

function summarize(count: (verdict: OperationVerdict) => number): OperationVerdict {
  if (count('fails') > 0) return 'fails';
  if (count('conforms') > 0) return 'conforms';
  return count('not implemented') > 0 ? 'not implemented' : 'not tried';
}

function operationRow(operation: OperationReport, tagCases: CaseReport[], formerRuns: FormerRun[]): Html {
  const { id, method, path, summary, chineseSummary, verdict } = operation;
  const cases = tagCases.filter(({ operationId }) => operationId === id);
  const details = caseDetails(cases);
  const recent = formerRuns.slice(-MAX_RECENT_RUNS).map((run) => {
    const former = run.verdicts[id];
    return html`<i class="${former ? former.replace(' ', '-') : 'not-tried'}" title="${run.startTime.slice(0, 16)}"></i>`;
  });
  const row = html`<span class="name" title="${path}"><span class="method">${method}</span><span class="cut">${id} <span class="quiet">${both({ zh: chineseSummary || summary, en: summary })}</span></span></span>${cells(cases)}<span class="recent">${recent}</span>${verdictCell(verdict)}`;
  if (details.length === 0) return html`<div class="operation" id="${id}"><div class="row">${row}</div></div>`;
  return html`<details class="operation" id="${id}"><summary class="row">${row}</summary><div class="details">${details}</div></details>`;
}

function cells(cases: CaseReport[]): Html[] {
  return ruleGroups.map((group) => {
    const own = cases.filter((testCase) => testCase.group === group);
    const count = (verdict: CaseReport['verdict']) => own.filter((testCase) => testCase.verdict === verdict).length;
    if (own.length === 0) return html`<span class="cell"></span>`;
    const [passed, failed] = [count('passed'), count('failed')];
    const title = countTexts.cell(groupTexts[group], passed, failed, own.length - passed - failed);
    if (failed > 0)
      return html`<span class="cell fails" title="${title.zh} · ${title.en}">${failed}<span class="quiet"> / ${own.length}</span></span>`;
    return html`<span class="cell" title="${title.zh} · ${title.en}">${passed > 0 ? passed : '–'}</span>`;
  });
}

function verdictCell(verdict: OperationVerdict, count?: string): Html {
  return html`<span class="verdict ${verdict.replace(' ', '-')}">${mark(verdict)}${both(verdictTexts[verdict])}${count && html`<span class="quiet">${count}</span>`}</span>`;
}

export const mark = (verdict: OperationVerdict): Html => html`<span class="mark ${verdict.replace(' ', '-')}"></span>`;
