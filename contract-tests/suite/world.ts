import { type Operation, operationsOf } from '../contract/operations.ts';
import type { Contract } from '../contract/types.ts';
import { type Answer, type Input, send } from './client.ts';
import { FreeValues } from './free-values.ts';
import { Imports } from './imports.ts';
import { type Accounts, Sessions } from './sessions.ts';
import { Shared } from './shared.ts';
import { Staff } from './staff.ts';
import { Subscribers } from './subscribers.ts';
import { Targets } from './targets.ts';
import { excerpt, type Verify, verifierOf } from './verify.ts';

export interface Backend {
  /** Where `/api/v1/…` begins. */
  direct: string;
  /** The same behind a validating proxy. */
  checked?: string;
  accounts: Accounts;
  /** Nobody minds if it is left locked for a while. */
  disposable?: boolean;
  /** The folder into which it puts its letters, where that is at hand. */
  mail?: string;
}

/** A backend under test, and what is known of it. */
export class World {
  readonly backend: Backend;
  readonly contract: Contract;
  readonly sessions: Sessions;
  readonly verify: Verify;
  readonly targets: Targets = new Targets(this);
  readonly freeValues: FreeValues = new FreeValues(this);
  readonly shared: Shared = new Shared(this);
  readonly staff: Staff = new Staff(this);
  readonly subscribers: Subscribers = new Subscribers(this);
  readonly imports: Imports = new Imports(this);
  readonly #checked = new Set<string>();
  readonly #operations: Map<string, Operation>;

  constructor(contract: Contract, backend: Backend) {
    this.contract = contract;
    this.backend = backend;
    this.verify = verifierOf(contract);
    this.#operations = new Map(operationsOf(contract).map((operation) => [operation.id, operation]));
    const operations = { login: this.operation('login'), logout: this.operation('logout') };
    this.sessions = new Sessions(backend.direct, backend.accounts, operations);
  }

  operation(id: string): Operation {
    const operation = this.#operations.get(id);
    if (!operation) throw new Error(`the contract has no operation ${id}`);
    return operation;
  }

  /** Where to send what should be answered so: the proxy looks at each answer of each operation once, when it is whole. */
  addressFor(operationId: string, status: number): string {
    const { direct, checked = direct } = this.backend;
    const answer = `${operationId} ${status}`;
    const declared = this.operation(operationId).answers.find((each) => each.status === status);
    const isEndless = declared?.content?.['text/event-stream'] !== undefined;
    if (isEndless || this.#checked.has(answer)) return direct;
    this.#checked.add(answer);
    return checked;
  }

  /** Takes away what was made, and ends the sessions. */
  async close(): Promise<void> {
    await this.shared.tidy();
    await this.staff.tidy();
    await this.subscribers.tidy();
    await this.imports.tidy();
    await this.sessions.close();
  }

  /** A call outside of what is tested, whatever it answers. */
  async ask(operation: Operation, role: string, input: Input): Promise<Answer> {
    return send(this.backend.direct, operation, input, await this.sessions.token(role));
  }

  /** A call that must succeed for the test to go on. */
  async call(operation: Operation, role: string, input: Input): Promise<Answer> {
    return this.callWith(await this.sessions.token(role), operation, input);
  }

  /** The same with a token of one's own. */
  async callWith(token: string, operation: Operation, input: Input): Promise<Answer> {
    const answer = await send(this.backend.direct, operation, input, token);
    if (answer.status >= 300) throw new Error(`while preparing, ${operation.id}: ${excerpt(answer)}`);
    return answer;
  }
}
