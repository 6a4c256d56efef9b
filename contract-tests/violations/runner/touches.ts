import type { Answer } from '../kit/answer.ts';
import type { Call, Memory } from '../kit/call.ts';
import type { Push, Violation } from '../kit/violation.ts';
import type { Observer } from './proxy.ts';

/** More cases of one operation than these tell nothing new. */
const MAX_CASES_PER_OPERATION = 60;

interface Watched {
  violation: Violation;
  memory: Memory;
  cases: Set<number>;
  casesByOperation: Map<string, number>;
}

/** Notes which violations would have changed the traffic of which cases. */
export class Touches implements Observer {
  readonly #watched: Watched[];
  readonly #byOperation = new Map<string, Watched[]>();
  #case = -1;
  #operationOfCase = '';

  constructor(violations: Violation[]) {
    this.#watched = violations.map((violation) => ({
      violation,
      memory: new Map(),
      cases: new Set(),
      casesByOperation: new Map(),
    }));
  }

  begin(index: number, operationId: string): void {
    this.#case = index;
    this.#operationOfCase = operationId;
  }

  /** The indices of the cases whose traffic a violation would have changed. */
  of(violation: Violation): number[] {
    return [...(this.#watched.find((watched) => watched.violation === violation)?.cases ?? [])];
  }

  answered(call: Call, answer: Answer): void {
    let original: string | undefined;
    for (const watched of this.#concerning(call)) {
      const { violation, memory } = watched;
      // One that keeps something between requests has to see them all.
      if (memory.size === 0 && this.#isKnown(watched)) continue;
      if (violation.when && !violation.when(call)) continue;
      original ??= answer.fingerprint();
      if (changes(violation, call, answer, original, memory)) this.#note(watched);
    }
  }

  pushed(push: Push): void {
    for (const watched of this.#watched) {
      const { violation, memory } = watched;
      if (violation.receiverStatus) this.#note(watched);
      if (!violation.push || this.#isKnown(watched)) continue;
      const copy = structuredClone(push);
      violation.push(copy, memory);
      if (JSON.stringify(copy) !== JSON.stringify(push)) this.#note(watched);
    }
  }

  #concerning({ operation }: Call): Watched[] {
    const known = this.#byOperation.get(operation.id);
    if (known) return known;
    const concerned = this.#watched.filter(({ violation }) => violation.on(operation));
    this.#byOperation.set(operation.id, concerned);
    return concerned;
  }

  #isKnown({ cases, casesByOperation }: Watched): boolean {
    return cases.has(this.#case) || (casesByOperation.get(this.#operationOfCase) ?? 0) >= MAX_CASES_PER_OPERATION;
  }

  #note(watched: Watched): void {
    if (this.#case < 0 || this.#isKnown(watched)) return;
    watched.cases.add(this.#case);
    const { casesByOperation } = watched;
    casesByOperation.set(this.#operationOfCase, (casesByOperation.get(this.#operationOfCase) ?? 0) + 1);
  }
}

/** Whether a violation would have changed a request or its answer, as far as that can be told without asking again. */
function changes(violation: Violation, call: Call, answer: Answer, original: string, memory: Memory): boolean {
  const sent = call.with({});
  violation.request?.(sent, memory);
  const isRefused = answer.status === 400 || answer.status === 422;
  const isEdited = sent.fingerprint() !== call.fingerprint();
  const editsHeadersOnly = sent.url === call.url && sent.body.equals(call.body);
  if (isEdited && (editsHeadersOnly || violation.editsRefused || !isRefused)) return true;
  if (violation.instead && !isRefused) return true;
  const copy = answer.copy();
  violation.response?.(copy, call, memory);
  return violation.after?.when(copy, call) === true || copy.fingerprint() !== original;
}
