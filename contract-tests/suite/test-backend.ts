import { type Operation, operationsOf } from '../contract/operations.ts';
import type { Contract } from '../contract/types.ts';
import { type Accounts, Sessions } from './accounts/sessions.ts';
import { SpareMember } from './accounts/spare-member.ts';
import { Staff } from './accounts/staff.ts';
import { Subscribers } from './accounts/subscribers.ts';
import { ChangeSets } from './features/change-sets.ts';
import { Imports } from './features/imports.ts';
import type { Receiver } from './features/receiver.ts';
import { Views } from './features/views.ts';
import { RecordBatches } from './records/record-batches.ts';
import { ReferenceTargets } from './records/reference-targets.ts';
import { SharedRecords } from './records/shared-records.ts';
import { type ApiResponse, type RequestInput, send } from './requests/client.ts';
import { createVerifier, describeAnswer, type Verify } from './requests/verify.ts';
import { UnusedValues } from './values/unused-values.ts';
import { messageOf, NotTried } from './verdict.ts';

export interface BackendAddress {
  /** The base URL, without `/api/v1`. */
  url: string;
  /** The base URL of a validating proxy in front of the backend. */
  proxyUrl?: string;
  accounts: Accounts;
  /** The backend is used by these tests only, so cases may lock accounts and change settings. */
  disposable?: boolean;
  /** The folder that receives the backend's e-mails, if the tests can read it. */
  mailFolder?: string;
  /** Receives what the backend delivers to subscribers, if it can reach the tests. */
  receiver?: Receiver;
}

/** The backend under test, with the sessions, records and other fixtures of the cases. */
export class TestBackend {
  readonly address: BackendAddress;
  readonly contract: Contract;
  readonly sessions: Sessions;
  readonly verify: Verify;
  readonly referenceTargets: ReferenceTargets = new ReferenceTargets(this);
  readonly unusedValues: UnusedValues = new UnusedValues(this);
  readonly sharedRecords: SharedRecords = new SharedRecords(this);
  readonly batches: RecordBatches = new RecordBatches(this);
  readonly staff: Staff = new Staff(this);
  readonly spareMember: SpareMember = new SpareMember(this);
  readonly subscribers: Subscribers = new Subscribers(this);
  readonly imports: Imports = new Imports(this);
  readonly views: Views = new Views(this);
  readonly changeSets: ChangeSets = new ChangeSets(this);
  /** What was created and is not deleted yet, in words, by its kind and id. */
  readonly created = new Map<string, string>();
  readonly #checkedResponses = new Set<string>();
  readonly #operations: Map<string, Operation>;

  constructor(contract: Contract, address: BackendAddress) {
    this.contract = contract;
    this.address = address;
    this.verify = createVerifier(contract);
    this.#operations = new Map(operationsOf(contract).map((operation) => [operation.id, operation]));
    const operations = { login: this.operation('login'), logout: this.operation('logout') };
    this.sessions = new Sessions(address.url, address.accounts, operations);
  }

  /** @throws {NotTried} without a receiver */
  get receiver(): Receiver {
    if (!this.address.receiver) throw new NotTried('it needs a receiver of deliveries: pass --receiver-url');
    return this.address.receiver;
  }

  operation(id: string): Operation {
    const operation = this.#operations.get(id);
    if (!operation) throw new Error(`the contract has no operation ${id}`);
    return operation;
  }

  /** Returns the operation at a path that has no parameters. */
  operationAt(method: string, path: string): Operation {
    const operation = [...this.#operations.values()].find((other) => other.method === method && other.path === path);
    if (!operation) throw new Error(`the contract has no operation ${method} ${path}`);
    return operation;
  }

  /** Returns the base URL for a request. Each status of each operation goes through the validating proxy once. */
  baseUrlFor(operationId: string, status: number): string {
    const { url, proxyUrl = url } = this.address;
    const responseKey = `${operationId} ${status}`;
    const declared = this.operation(operationId).responses.find((response) => response.status === status);
    const isEndless = declared?.content?.['text/event-stream'] !== undefined;
    if (isEndless || this.#checkedResponses.has(responseKey)) return url;
    this.#checkedResponses.add(responseKey);
    return proxyUrl;
  }

  /** Deletes everything that cases created, and ends the sessions. @throws {AggregateError} with every failure, at the end */
  async close(): Promise<void> {
    const failures: unknown[] = [];
    const addFailure = (what: string) => (error: unknown) => failures.push(new Error(`${what}: ${messageOf(error)}`));
    await this.changeSets.deleteAll().catch(addFailure('change sets'));
    for (const records of [this.batches, this.sharedRecords])
      await records.deleteAll().catch((error: unknown) => failures.push(error));
    await this.staff.deleteAll().catch(addFailure('users and roles'));
    await this.subscribers.deleteAll().catch(addFailure('subscribers'));
    await this.imports.deleteAll().catch(addFailure('imports'));
    await this.views.deleteAll().catch(addFailure('views'));
    await this.sessions.close().catch(addFailure('sessions of the accounts'));
    if (failures.length > 0) throw new AggregateError(failures, failures.map(messageOf).join('; '));
  }

  /** Calls an operation that is not under test and may fail. */
  async tryCall(operation: Operation, role: string, input: RequestInput): Promise<ApiResponse> {
    return send(this.address.url, operation, input, await this.sessions.token(role));
  }

  /** Calls an operation that must succeed for the test to continue. */
  async call(operation: Operation, role: string, input: RequestInput): Promise<ApiResponse> {
    return this.callWith(await this.sessions.token(role), operation, input);
  }

  /** Calls an operation with a token. It must succeed for the test to continue. */
  async callWith(token: string, operation: Operation, input: RequestInput): Promise<ApiResponse> {
    const response = await send(this.address.url, operation, input, token);
    if (response.status >= 300) throw new Error(`preparation failed, ${operation.id}: ${describeAnswer(response)}`);
    return response;
  }
}
