import { operationsOf } from '../../contract/operations.ts';
import type { Contract } from '../../contract/types.ts';
import { startBff } from '../../processes/bff.ts';
import type { RunningServer } from '../../processes/prism.ts';
import { readAccounts } from '../../suite/accounts/accounts.ts';
import { Receiver } from '../../suite/features/receiver.ts';
import { send } from '../../suite/requests/client.ts';
import { TestBackend } from '../../suite/test-backend.ts';
import { bodyValidator, operationFinder } from '../kit/operations.ts';
import type { Violation } from '../kit/violation.ts';
import { ViolatingProxy } from './proxy.ts';

const accounts = readAccounts([], {});

/** A backend that keeps the contract, and the proxy that breaks it. */
export class Environment {
  readonly proxy: ViolatingProxy;
  readonly #contract: Contract;
  readonly #bff: RunningServer & { mailFolder: string };
  readonly #receiver: Receiver;
  #clean: TestBackend | undefined;

  private constructor(
    contract: Contract,
    bff: RunningServer & { mailFolder: string },
    receiver: Receiver,
    proxy: ViolatingProxy,
  ) {
    this.#contract = contract;
    this.#bff = bff;
    this.#receiver = receiver;
    this.proxy = proxy;
  }

  static async start(contract: Contract): Promise<Environment> {
    const bff = await startBff();
    const receiver = await Receiver.listen('http://127.0.0.1:0');
    const operations = new Map(operationsOf(contract).map((operation) => [operation.id, operation]));
    let token = '';
    const call = (id: string, body?: unknown) => {
      const operation = operations.get(id);
      if (!operation) throw new Error(`the contract has no operation ${id}`);
      return send(bff.url, operation, body === undefined ? {} : { body }, token || undefined);
    };
    const adminToken = async () => {
      // A case may have ended every session of the administrator.
      if (token !== '' && (await call('getProfile')).status === 200) return token;
      token = '';
      const { name: username, password } = accounts.admin ?? { name: '', password: '' };
      const { data } = await call('login', { username, password });
      token = String(data.token);
      return token;
    };
    const findOperation = operationFinder(contract);
    const isValid = bodyValidator(contract);
    const proxy = await ViolatingProxy.start({ backendUrl: bff.url, findOperation, adminToken, isValid });
    return new Environment(contract, bff, receiver, proxy);
  }

  newBackend(): TestBackend {
    const { mailFolder } = this.#bff;
    return new TestBackend(this.#contract, {
      url: this.proxy.url,
      accounts,
      disposable: true,
      mailFolder,
      receiver: this.#receiver,
    });
  }

  /** The fixtures for runs without a violation, used again and again. */
  get cleanBackend(): TestBackend {
    this.#clean ??= this.newBackend();
    return this.#clean;
  }

  /** Runs something while the contract is broken, with fixtures of its own. */
  async whileBroken<T>(violation: Violation, run: (backend: TestBackend) => Promise<T>): Promise<T> {
    const backend = this.newBackend();
    this.proxy.break(violation);
    try {
      return await run(backend);
    } finally {
      this.proxy.break(undefined);
      // What could not be deleted stays in a database that is thrown away.
      await backend.close().catch(() => undefined);
    }
  }

  async stop(): Promise<void> {
    this.proxy.break(undefined);
    await this.#clean?.close().catch(() => undefined);
    this.proxy.stop();
    await this.#receiver.close();
    await this.#bff.stop();
  }
}
