import { readFileSync } from 'node:fs';
import type { Contract } from '../../contract/types.ts';
import { type OperationVerdict, operationVerdicts, type RunReport } from '../run-report.ts';
import { type BothTexts, countTexts, boardTexts as texts, verdictTexts } from './board-texts.ts';
import type { FormerRun } from './former-runs.ts';
import { both, Html, html } from './html.ts';
import { labelOf, mark, matrix } from './matrix.ts';

const MAX_SHOWN_RUNS = 40;

const STYLE_SHEETS = ['colors.css', 'summary.css', 'operations.css', 'screens.css'];

const readAsset = (name: string): Html => new Html(readFileSync(new URL(name, import.meta.url), 'utf8'));

/** Formats a run as one page that needs nothing else. Without `formerRuns` no history is kept. */
export function formatBoard(report: RunReport, contract: Contract, formerRuns: FormerRun[] | undefined): string {
  const failing = report.operations.filter(({ verdict }) => verdict === 'fails');
  const page = html`<!doctype html>
<html lang="zh-CN" data-theme="light">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${failing.length > 0 ? '✗' : '✓'} Conformance ${report.url}</title>
<style>${STYLE_SHEETS.map(readAsset)}</style>
<script>${readAsset('board.js')}</script>
</head>
<body><div class="page">
${head(report)}
${report.interruption !== undefined && html`<p class="note">${both(countTexts.interrupted(report.interruption))}</p>`}
${report.incomplete !== undefined && html`<p class="note">${both(countTexts.incomplete(report.incomplete))}</p>`}
${report.otherRun !== undefined && html`<p class="note">${both(countTexts.otherRun(report.otherRun))}</p>`}
<section class="overview">${figures(report)}${history(report, formerRuns)}</section>
<main class="body${failing.length > 0 && ' with-failing'}">
${failing.length > 0 && failingList(report, contract, formerRuns?.at(-1))}
${matrix(report, formerRuns ?? [], contract)}
</main>
${report.leftBehind.length > 0 && html`<section class="panel failing"><h2>${both(texts.leftBehind)}</h2><ul>${report.leftBehind.map((text) => html`<li>${text}</li>`)}</ul></section>`}
${failing.length > 0 && html`<details class="failure"><summary>${both(texts.signIn)}</summary><dl><dt></dt><dd><pre>${report.signIn}</pre></dd></dl></details>`}
</div></body></html>
`;
  return page.text;
}

function head({ url, startTime, seconds, contract, selection }: RunReport): Html {
  const minutes = `${Math.floor(seconds / 60)}:${String(Math.round(seconds % 60)).padStart(2, '0')}`;
  return html`<header class="head"><div><h1>${both(texts.title)}</h1><div class="facts"><code>${url}</code><time datetime="${startTime}">${startTime.slice(0, 16).replace('T', ' ')} UTC</time><span>${minutes}</span><span>openapi.yaml <code>${contract.sha256.slice(0, 8)}</code></span>${selection.length > 0 && html`<span>${both(countTexts.selection(selection.join(' ')))}</span>`}</div></div>
<div class="switches"><button type="button" data-choice="lang">${both(texts.language)}</button><button type="button" data-choice="theme">${both(texts.theme)}</button></div></header>`;
}

function figures({ totals: { operations, cases }, operations: all }: RunReport): Html {
  const figure = (name: BothTexts, count: number, verdict?: OperationVerdict, of?: number) =>
    html`<div class="${verdict?.replace(' ', '-') === 'fails' && count > 0 && 'fails'}"><dt>${verdict && mark(verdict)}${both(name)}</dt><dd>${count.toLocaleString('en')}${of !== undefined && html` <small>/ ${of}</small>`}</dd></div>`;
  return html`<div class="panel"><dl class="figures">
${figure(texts.conforms, operations.conforms, 'conforms', all.length)}
${figure(texts.fails, operations.fails, 'fails')}
${figure(texts.missing, operations['not implemented'], 'not implemented')}
${figure(texts.passed, cases.passed)}
${figure(texts.failed, cases.failed)}
${figure(texts.notTried, cases['not tried'])}
${cases['not implemented'] > 0 && figure(texts.casesMissing, cases['not implemented'])}
</dl><div class="share">${shares(operations)}</div></div>`;
}

const shares = (operations: Record<OperationVerdict, number>): Html[] =>
  operationVerdicts
    .filter((verdict) => operations[verdict] > 0)
    .map(
      (verdict) =>
        html`<span class="${verdict.replace(' ', '-')}" style="flex:${operations[verdict]}" title="${verdictTexts[verdict].zh} · ${verdictTexts[verdict].en}: ${operations[verdict]}"></span>`,
    );

function history(report: RunReport, formerRuns: FormerRun[] | undefined): Html {
  const title = html`<h2>${both(texts.history)}</h2>`;
  if (!formerRuns) return html`<div class="panel">${title}<p class="since">${both(texts.noHistory)}</p></div>`;
  const runs = [...formerRuns, report].slice(-MAX_SHOWN_RUNS);
  const bars = runs.map(
    ({ startTime, totals }) =>
      html`<li title="${startTime.slice(0, 16).replace('T', ' ')} UTC · ${totals.operations.conforms} ✓ ${totals.operations.fails} ✗">${shares(totals.operations)}</li>`,
  );
  const last = formerRuns.at(-1);
  const since = last
    ? countTexts.since(newlyFailing(report, last).length, mended(report, last).length)
    : texts.firstRun;
  return html`<div class="panel">${title}<ul class="runs">${bars}</ul><p class="since">${both(since)}</p></div>`;
}

/** What was missing before, and fails with `--complete` for being missing still, is nothing new. */
function newlyFailing({ operations, cases }: RunReport, { verdicts }: FormerRun): string[] {
  const isMissing = (id: string) =>
    cases.every(
      ({ operationId, verdict, lacksOperation }) => operationId !== id || verdict !== 'failed' || lacksOperation,
    );
  const wasUntested = (id: string) => verdicts[id] === 'not implemented' || verdicts[id] === 'not tried';
  return operations
    .filter(({ id, verdict }) => verdict === 'fails' && verdicts[id] !== 'fails' && !(wasUntested(id) && isMissing(id)))
    .map(({ id }) => id);
}

const mended = ({ operations }: RunReport, { verdicts }: FormerRun): string[] =>
  operations.filter(({ id, verdict }) => verdict === 'conforms' && verdicts[id] === 'fails').map(({ id }) => id);

function failingList(report: RunReport, contract: Contract, last: FormerRun | undefined): Html {
  const isNew = new Set(last ? newlyFailing(report, last) : []);
  const items = report.operations
    .filter(({ verdict }) => verdict === 'fails')
    .map(({ id, tag }) => {
      const count = report.cases.filter(
        ({ operationId, verdict }) => operationId === id && verdict === 'failed',
      ).length;
      return html`<li><a href="#${id}">${id}</a><span class="quiet">${both(labelOf(contract, tag))}</span>${isNew.has(id) && html`<span class="badge">${both(texts.isNew)}</span>`}<span class="count">${count}</span></li>`;
    });
  return html`<section class="panel failing"><h2>${both(texts.whatFails)}</h2><ul>${items}</ul></section>`;
}
