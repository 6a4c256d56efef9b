import type { WriteStream } from 'node:tty';
import type { Operation } from '../contract/operations.ts';
import type { Case } from '../suite/case.ts';
import { asComplete, type CaseResult } from './run-cases.ts';

/** Elsewhere than on a terminal, nobody should wait longer for a line. */
const MAX_SILENCE_MS = 15_000;
/** The failed cases of an operation that are named while the run goes on; the report has them all. */
const MAX_NAMED_FAILURES = 3;

interface Options {
  /** What the backend lacks counts as a failure. */
  isComplete: boolean;
  now?: () => number;
}

/** Shows how far a run is: on a terminal a line per operation and a counter, elsewhere a line per tag and now and then a counter. */
export class Progress {
  readonly #stream: Pick<WriteStream, 'write' | 'isTTY' | 'columns'>;
  readonly #caseCount: number;
  readonly #isComplete: boolean;
  readonly #now: () => number;
  #lastLineTime: number;
  #startedCases = 0;
  #failedCases = 0;
  #tag = '';
  #tagResults: CaseResult[] = [];

  constructor(
    stream: Pick<WriteStream, 'write' | 'isTTY' | 'columns'>,
    caseCount: number,
    { isComplete, now = Date.now }: Options,
  ) {
    this.#stream = stream;
    this.#caseCount = caseCount;
    this.#isComplete = isComplete;
    this.#now = now;
    this.#lastLineTime = now();
  }

  say(text: string): void {
    this.#clearCounter();
    this.#stream.write(`${text}\n`);
    this.#lastLineTime = this.#now();
  }

  caseStarts({ operationId, name }: Case): void {
    this.#startedCases += 1;
    const counter = `${this.#startedCases}/${this.#caseCount}`;
    const failed = this.#failedCases > 0 ? `, ${this.#failedCases} failed` : '';
    const line = `${counter}${failed}  ${operationId}: ${name}`;
    if (!this.#stream.isTTY) {
      if (this.#now() - this.#lastLineTime >= MAX_SILENCE_MS) this.say(`  ${line}`);
      return;
    }
    this.#clearCounter();
    this.#stream.write(line.slice(0, (this.#stream.columns || 80) - 1));
  }

  operationEnds({ id, tag }: Operation, caseResults: CaseResult[]): void {
    const results = this.#isComplete ? caseResults.map(asComplete) : caseResults;
    this.#failedCases += countOf(results, 'failed');
    if (this.#stream.isTTY) {
      this.say(`${markOf(results)} ${id.padEnd(34)}${describe(results)}`);
    } else {
      if (tag !== this.#tag) this.#endTag();
      this.#tag = tag;
      this.#tagResults.push(...results);
    }
    this.#nameFailures(results);
  }

  #nameFailures(results: CaseResult[]): void {
    const failures = results.filter(({ verdict }) => verdict === 'failed');
    for (const { testCase } of failures.slice(0, MAX_NAMED_FAILURES))
      this.say(`  failed: ${testCase.operationId}: ${testCase.name}`);
    const rest = failures.length - MAX_NAMED_FAILURES;
    if (rest > 0) this.say(`  … and ${rest} more of ${failures[0]?.testCase.operationId}`);
  }

  end(): void {
    this.#clearCounter();
    this.#endTag();
  }

  #endTag(): void {
    if (this.#tagResults.length > 0)
      this.say(`${markOf(this.#tagResults)} ${this.#tag.padEnd(18)}${describe(this.#tagResults)}`);
    this.#tagResults = [];
  }

  #clearCounter(): void {
    if (this.#stream.isTTY) this.#stream.write('\r\x1b[2K');
  }
}

const countOf = (results: CaseResult[], verdict: CaseResult['verdict']): number =>
  results.filter((result) => result.verdict === verdict).length;

function markOf(results: CaseResult[]): string {
  if (countOf(results, 'failed') > 0) return '✗';
  return countOf(results, 'passed') > 0 ? '✓' : '·';
}

function describe(results: CaseResult[]): string {
  const parts = (['passed', 'failed', 'not tried', 'not implemented'] as const).flatMap((verdict) => {
    const count = countOf(results, verdict);
    return count > 0 ? [`${count} ${verdict}`] : [];
  });
  return parts.join(', ');
}
