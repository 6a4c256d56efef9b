import { operationsOf } from '../../contract/operations.ts';
import type { Contract } from '../../contract/types.ts';
import type { Case } from '../../suite/case.ts';
import { runCase } from '../../suite/run-case.ts';
import type { TestBackend } from '../../suite/test-backend.ts';
import type { Verdict } from '../../suite/verdict.ts';
import type { CalledOperation } from '../kit/call.ts';
import { operationFinder } from '../kit/operations.ts';
import type { Violation } from '../kit/violation.ts';
import { Environment } from './environment.ts';
import { Touches } from './touches.ts';

export interface Result {
  id: string;
  area: string;
  at: string;
  breaks: string;
  caught: boolean;
  /** The case that failed, and how. */
  by?: string;
  reason?: string;
  touched: number;
  ran: number;
  seconds: number;
}

export interface Limits {
  /** How many cases a violation may survive. */
  cases: number;
  /** After so many seconds no further case of a violation is begun. */
  seconds: number;
}

/** So many failures that a run without the violation repeats mean that the backend was damaged. */
const MAX_REPEATED_FAILURES = 3;

export const nameOf = ({ operationId, name }: Case): string => `${operationId}: ${name}`;

export class Measurement {
  readonly #contract: Contract;
  readonly #cases: Case[];
  readonly #limits: Limits;
  readonly #operations: Map<string, CalledOperation>;
  #environment: Environment;
  #passed: boolean[] = [];

  private constructor(contract: Contract, cases: Case[], limits: Limits, environment: Environment) {
    this.#contract = contract;
    this.#cases = cases;
    this.#limits = limits;
    this.#environment = environment;
    const find = operationFinder(contract);
    this.#operations = new Map(
      operationsOf(contract).flatMap(({ id, method, path }) => {
        const found = find(method, path.replace(/\{\w+\}/g, '1'));
        return found ? [[id, found.operation]] : [];
      }),
    );
  }

  static async start(contract: Contract, cases: Case[], limits: Limits): Promise<Measurement> {
    return new Measurement(contract, cases, limits, await Environment.start(contract));
  }

  async stop(): Promise<void> {
    await this.#environment.stop();
  }

  /** Runs every case without a violation, and notes what each violation would have changed. */
  async firstPass(violations: Violation[], report: (text: string) => void): Promise<Touches> {
    const touches = new Touches(violations);
    const { proxy, cleanBackend } = this.#environment;
    proxy.observer = touches;
    const failures: string[] = [];
    for (const [index, testCase] of this.#cases.entries()) {
      touches.begin(index, testCase.operationId);
      const verdict = await safely(cleanBackend, testCase);
      this.#passed[index] = verdict.outcome === 'passed';
      if (verdict.outcome === 'failed') failures.push(`${nameOf(testCase)}: ${verdict.reason.slice(0, 200)}`);
    }
    proxy.observer = undefined;
    report(`${this.#passed.filter(Boolean).length} of ${this.#cases.length} cases pass without a violation`);
    for (const failure of failures) report(`  fails without a violation: ${failure}`);
    return touches;
  }

  async measure(violation: Violation, touches: Touches): Promise<Result> {
    const begin = Date.now();
    const touched = touches.of(violation).filter((index) => this.#passed[index]);
    const chosen = this.#inOrder(violation, touched).slice(0, this.#limits.cases);
    let attempt = await this.#attempt(violation, chosen, begin);
    if (attempt.isDamaged) {
      await this.#environment.stop();
      this.#environment = await Environment.start(this.#contract);
      attempt = await this.#attempt(violation, chosen, Date.now());
    }
    const { id, area, at, breaks } = violation;
    const seconds = Math.round((Date.now() - begin) / 100) / 10;
    const { ran, by, reason } = attempt;
    const caught = by === undefined ? {} : { by, reason: reason ?? '' };
    return { id, area, at, breaks, caught: by !== undefined, ...caught, touched: touched.length, ran, seconds };
  }

  async #attempt(violation: Violation, chosen: Case[], begin: number) {
    let ran = 0;
    let repeatedFailures = 0;
    for (let rest = chosen; rest.length > 0; ) {
      const failure = await this.#environment.whileBroken(violation, async (backend) => {
        for (const [index, testCase] of rest.entries()) {
          if (Date.now() - begin > this.#limits.seconds * 1000) return undefined;
          ran += 1;
          const verdict = await safely(backend, testCase);
          if (verdict.outcome === 'failed') return { testCase, reason: verdict.reason, rest: rest.slice(index + 1) };
        }
        return undefined;
      });
      if (!failure) break;
      const { testCase, reason } = failure;
      // What fails without the violation too, catches nothing.
      const repeated = await safely(this.#environment.cleanBackend, testCase);
      if (repeated.outcome === 'passed')
        return { ran, by: nameOf(testCase), reason: reason.slice(0, 300), isDamaged: false };
      repeatedFailures += 1;
      if (repeatedFailures >= MAX_REPEATED_FAILURES) return { ran, isDamaged: true };
      rest = failure.rest;
    }
    return { ran, isDamaged: false };
  }

  /** Cases of the operations that a violation concerns come first, one of each operation before the next of any. */
  #inOrder(violation: Violation, indices: number[]): Case[] {
    const byOperation = new Map<string, Case[]>();
    for (const index of indices) {
      const testCase = this.#cases[index];
      if (testCase) byOperation.set(testCase.operationId, [...(byOperation.get(testCase.operationId) ?? []), testCase]);
    }
    const groups = [...byOperation.entries()];
    const isNamed = ([id]: [string, Case[]]) => {
      const operation = this.#operations.get(id);
      return operation !== undefined && violation.on(operation);
    };
    const inTurn = (lists: Case[][]): Case[] => {
      const longest = Math.max(0, ...lists.map((list) => list.length));
      return Array.from({ length: longest }, (_, turn) => lists.flatMap((list) => list[turn] ?? [])).flat();
    };
    const named = groups.filter(isNamed).map(([, list]) => list);
    const others = groups.filter((group) => !isNamed(group)).map(([, list]) => list);
    // Cases that lock addresses or change settings come last, because a broken contract may keep them from tidying up.
    const isHarmless = ({ needsDisposableBackend }: Case) => !needsDisposableBackend;
    const ordered = [...inTurn(named), ...inTurn(others)];
    return [...ordered.filter(isHarmless), ...ordered.filter((testCase) => !isHarmless(testCase))];
  }
}

/** Also a failure where preparing a case fails in a way that it does not expect. */
async function safely(backend: TestBackend, testCase: Case): Promise<Verdict> {
  try {
    return await runCase(backend, testCase);
  } catch (error) {
    return { outcome: 'failed', reason: String(error), phase: 'preparation', exchanges: [] };
  }
}
