import { expectedText } from '../reports/expected-text.ts';
import type { CaseReport, ExchangeReport } from '../run-report.ts';
import { countTexts, reasonTexts, boardTexts as texts } from './board-texts.ts';
import { both, type Html, html } from './html.ts';

/** What there is to say about the cases of an operation that did not pass. */
export function caseDetails(cases: CaseReport[]): Html[] {
  const failed = cases.filter(({ verdict }) => verdict === 'failed');
  const first = failed.filter(({ reason }, index) => failed.findIndex((other) => other.reason === reason) === index);
  const reasons = [...new Set(cases.filter(({ verdict }) => verdict === 'not tried').map(({ reason = '' }) => reason))];
  return [
    ...first.map((testCase, index) =>
      failureDetails(
        testCase,
        index === 0,
        failed.filter((other) => other !== testCase && other.reason === testCase.reason),
      ),
    ),
    ...reasons.map((reason) => {
      const count = cases.filter((testCase) => testCase.verdict === 'not tried' && testCase.reason === reason).length;
      return html`<p class="untried"><span class="mark not-tried"></span> ${both(countTexts.untried(count))}${both(reasonTexts(reason))}</p>`;
    }),
  ];
}

function failureDetails(testCase: CaseReport, isOpen: boolean, alike: CaseReport[]): Html {
  const { name, reason = '', failure } = testCase;
  const expected = { zh: expectedText(testCase, 'zh-CN'), en: expectedText(testCase) };
  return html`<details class="failure"${isOpen && html` open`}>
<summary><span class="mark fails"></span><span lang="en">${name}</span>${alike.length > 0 && html`<span class="badge">+${alike.length}</span>`}<span class="reason">${both(reasonTexts(reason.replace(/\s+/g, ' ')))}</span></summary>
<dl>
<dt>${both(texts.expected)}</dt><dd>${both(expected)}</dd>
<dt>${both(texts.but)}</dt><dd>${reason.includes('\n') ? html`<pre>${reason}</pre>` : both(reasonTexts(reason))}</dd>
${failure?.exchanges.map((exchange) => exchangeDetails(exchange, failure.expected.status))}
${
  failure &&
  failure.passages.length > 0 &&
  html`<dt>${both(texts.contract)}</dt><dd>${failure.passages.map(
    ({ pointer, line, text }) =>
      html`<blockquote>${text}<small>${line !== undefined && `openapi.yaml:${line} `}${pointer}</small></blockquote>`,
  )}</dd>`
}
${failure && html`<dt>${both(texts.repeat)}</dt><dd><pre>${failure.curl}</pre></dd><dt>${both(texts.alone)}</dt><dd><pre>${failure.command}</pre></dd>`}
${alike.length > 0 && html`<dt>${both(texts.sameReason)}</dt><dd lang="en">${alike.map((other) => other.name).join('; ')}</dd>`}
</dl></details>`;
}

function exchangeDetails(exchange: ExchangeReport, expectedStatus: number): Html {
  const { method, path, caller, headers, body, response } = exchange;
  const shown = Object.entries(headers).filter(([name]) => name === 'if-match' || name === 'accept-language');
  const requestText = [
    `${method} ${path}`,
    ...shown.map(([name, value]) => `${name}: ${value}`),
    ...(body === undefined ? [] : ['', body]),
  ].join('\n');
  const received = response
    ? html`<span class="status${response.status !== expectedStatus && ' wrong'}">${response.status}</span> ${[response.contentType, ...Object.entries(response.headers).map(([name, value]) => `${name}: ${value}`)].join(' · ')}<pre>${prettyJson(response.body)}</pre>`
    : both(texts.noResponse);
  return html`<dt>${both(texts.request)}</dt><dd><span class="quiet">${caller}</span><pre>${requestText}</pre></dd>
<dt>${both(texts.response)}</dt><dd>${received}</dd>`;
}

function prettyJson(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
