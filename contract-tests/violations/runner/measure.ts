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
  readonly #environments: Environment[];
  readonly #passed: boolean[] = [];

  private constructor(contract: Contract, cases: Case[], limits: Limits, environments: Environment[]) {
    this.#contract = contract;
    this.#cases = cases;
    this.#limits = limits;
    this.#environments = environments;
    const find = operationFinder(contract);
    this.#operations = new Map(
      operationsOf(contract).flatMap(({ id, method, path }) => {
        const found = find(method, path.replace(/\{\w+\}/g, '1'));
        return found ? [[id, found.operation]] : [];
      }),
    );
  }

  /** Starts as many backends of their own as there are workers, since cases spend more time waiting than working. */
  static async start(contract: Contract, cases: Case[], limits: Limits, workers: number): Promise<Measurement> {
    const environments: Environment[] = [];
    while (environments.length < workers) environments.push(await Environment.start(contract));
    return new Measurement(contract, cases, limits, environments);
  }

  async stop(): Promise<void> {
    for (const environment of this.#environments) await environment.stop();
  }

  /** Runs every case without a violation, and notes what each violation would have changed. */
  async firstPass(violations: Violation[], report: (text: string) => void): Promise<Touches[]> {
    const failures: string[] = [];
    const touches = this.#environments.map(() => new Touches(violations));
    const operationIds = [...new Set(this.#cases.map(({ operationId }) => operationId))];
    await this.#inParallel(operationIds, async (operationId, worker) => {
      const { proxy, cleanBackend } = this.#at(worker);
      const watching = touches[worker];
      proxy.observer = watching;
      for (const [index, testCase] of this.#cases.entries()) {
        if (testCase.operationId !== operationId) continue;
        watching?.begin(index, operationId);
        const verdict = await safely(cleanBackend, testCase);
        this.#passed[index] = verdict.outcome === 'passed';
        if (verdict.outcome === 'failed') failures.push(`${nameOf(testCase)}: ${verdict.reason.slice(0, 200)}`);
      }
      proxy.observer = undefined;
    });
    report(`${this.#passed.filter(Boolean).length} of ${this.#cases.length} cases pass without a violation`);
    for (const failure of failures) report(`  fails without a violation: ${failure}`);
    return touches;
  }

  async measureAll(violations: Violation[], touches: Touches[], report: (result: Result) => void): Promise<void> {
    await this.#inParallel(violations, async (violation, worker) => {
      const touched = touches.flatMap((watching) => watching.of(violation));
      report(await this.#measure(violation, touched, worker));
    });
  }

  /** Gives each item to the next worker that has nothing to do. */
  async #inParallel<T>(items: T[], run: (item: T, worker: number) => Promise<void>): Promise<void> {
    const waiting = [...items];
    const work = async (worker: number) => {
      for (let item = waiting.shift(); item !== undefined; item = waiting.shift()) await run(item, worker);
    };
    await Promise.all(this.#environments.map((_environment, worker) => work(worker)));
  }

  #at(worker: number): Environment {
    const environment = this.#environments[worker];
    if (!environment) throw new Error(`there is no worker ${worker}`);
    return environment;
  }

  async #measure(violation: Violation, touchedIndices: number[], worker: number): Promise<Result> {
    const begin = Date.now();
    const touched = touchedIndices.filter((index) => this.#passed[index]);
    const chosen = this.#inOrder(violation, touched).slice(0, this.#limits.cases);
    let attempt = await this.#attempt(violation, chosen, begin, worker);
    if (attempt.isDamaged) {
      await this.#at(worker).stop();
      this.#environments[worker] = await Environment.start(this.#contract);
      attempt = await this.#attempt(violation, chosen, Date.now(), worker);
    }
    const { id, area, at, breaks } = violation;
    const seconds = Math.round((Date.now() - begin) / 100) / 10;
    const { ran, by, reason } = attempt;
    const caught = by === undefined ? {} : { by, reason: reason ?? '' };
    return { id, area, at, breaks, caught: by !== undefined, ...caught, touched: touched.length, ran, seconds };
  }

  async #attempt(violation: Violation, chosen: Case[], begin: number, worker: number) {
    let ran = 0;
    let repeatedFailures = 0;
    for (let rest = chosen; rest.length > 0; ) {
      const failure = await this.#at(worker).whileBroken(violation, async (backend) => {
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
      const repeated = await safely(this.#at(worker).cleanBackend, testCase);
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
