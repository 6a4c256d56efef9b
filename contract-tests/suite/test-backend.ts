import { type Operation, operationsOf } from '../contract/operations.ts';
import type { Contract } from '../contract/types.ts';
import { type Answer, type RequestInput, send } from './client.ts';
import { FreeValues } from './free-values.ts';
import { Imports } from './imports.ts';
import { type Accounts, Sessions } from './sessions.ts';
import { SharedRecords } from './shared.ts';
import { Staff } from './staff.ts';
import { Subscribers } from './subscribers.ts';
import { Targets } from './targets.ts';
import { createVerifier, excerpt, type Verify } from './verify.ts';

export interface BackendAddress {
  /** The base URL, without `/api/v1`. */
  direct: string;
  /** The base URL of a validating proxy in front of it. */
  checked?: string;
  accounts: Accounts;
  /** Cases may lock it for a while. */
  disposable?: boolean;
  /** The folder that receives its e-mails, if the tests can read it. */
  mail?: string;
}

/** The backend under test, with the sessions, records and other fixtures of the cases. */
export class TestBackend {
  readonly address: BackendAddress;
  readonly contract: Contract;
  readonly sessions: Sessions;
  readonly verify: Verify;
  readonly targets: Targets = new Targets(this);
  readonly freeValues: FreeValues = new FreeValues(this);
  readonly shared: SharedRecords = new SharedRecords(this);
  readonly staff: Staff = new Staff(this);
  readonly subscribers: Subscribers = new Subscribers(this);
  readonly imports: Imports = new Imports(this);
  readonly #checkedResponses = new Set<string>();
  readonly #operations: Map<string, Operation>;

  constructor(contract: Contract, address: BackendAddress) {
    this.contract = contract;
    this.address = address;
    this.verify = createVerifier(contract);
    this.#operations = new Map(operationsOf(contract).map((operation) => [operation.id, operation]));
    const operations = { login: this.operation('login'), logout: this.operation('logout') };
    this.sessions = new Sessions(address.direct, address.accounts, operations);
  }

  operation(id: string): Operation {
    const operation = this.#operations.get(id);
    if (!operation) throw new Error(`the contract has no operation ${id}`);
    return operation;
  }

  /** The URL for a request: the validating proxy checks each status of each operation once, except endless streams. */
  addressFor(operationId: string, status: number): string {
    const { direct, checked = direct } = this.address;
    const answer = `${operationId} ${status}`;
    const declared = this.operation(operationId).answers.find((response) => response.status === status);
    const isEndless = declared?.content?.['text/event-stream'] !== undefined;
    if (isEndless || this.#checkedResponses.has(answer)) return direct;
    this.#checkedResponses.add(answer);
    return checked;
  }

  /** Removes everything that cases created, and ends the sessions. */
  async close(): Promise<void> {
    await this.shared.deleteAll();
    await this.staff.deleteAll();
    await this.subscribers.deleteAll();
    await this.imports.deleteAll();
    await this.sessions.close();
  }

  /** A call outside of what is tested, which may fail. */
  async ask(operation: Operation, role: string, input: RequestInput): Promise<Answer> {
    return send(this.address.direct, operation, input, await this.sessions.token(role));
  }

  /** A call that must succeed for the test to go on. */
  async call(operation: Operation, role: string, input: RequestInput): Promise<Answer> {
    return this.callWith(await this.sessions.token(role), operation, input);
  }

  /** The same with a given token. */
  async callWith(token: string, operation: Operation, input: RequestInput): Promise<Answer> {
    const answer = await send(this.address.direct, operation, input, token);
    if (answer.status >= 300) throw new Error(`while preparing, ${operation.id}: ${excerpt(answer)}`);
    return answer;
  }
}
