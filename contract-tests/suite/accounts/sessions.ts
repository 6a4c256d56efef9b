import type { Operation } from '../../contract/operations.ts';
import { type ApiResponse, send } from '../client.ts';
import type { UserData } from '../response-data.ts';

export interface Account {
  name: string;
  password: string;
}

/** Accounts by role: admin, editor, reviewer, viewer, and optionally others with fewer permissions. */
export type Accounts = Record<string, Account>;

interface SessionOperations {
  login: Operation;
  logout: Operation;
}

export class Sessions {
  readonly accounts: Accounts;
  readonly #base: string;
  readonly #operations: SessionOperations;
  readonly #tokens = new Map<string, string>();
  readonly #users = new Map<string, UserData>();
  readonly #openTokens: string[] = [];

  constructor(base: string, accounts: Accounts, operations: SessionOperations) {
    this.#base = base;
    this.accounts = accounts;
    this.#operations = operations;
  }

  account(role: string): Account {
    const account = this.accounts[role];
    if (!account) throw new Error(`there is no account for ${role}; pass --user ${role}=name:password`);
    return account;
  }

  signIn(role: string): Promise<ApiResponse> {
    const { name, password } = this.account(role);
    return send(this.#base, this.#operations.login, { body: { username: name, password } });
  }

  async newToken(role: string): Promise<string> {
    const { status, data } = await this.signIn(role);
    if (status !== 200 || !data.token || !data.user) throw new Error(`${role} cannot sign in: ${status} ${data.key}`);
    this.#users.set(role, data.user);
    this.#openTokens.push(data.token);
    return data.token;
  }

  async token(role: string): Promise<string> {
    const token = this.#tokens.get(role) ?? (await this.newToken(role));
    this.#tokens.set(role, token);
    return token;
  }

  /** Forgets the tokens of a user whose sessions have ended. Several roles may share that user. */
  dropTokens(role: string): void {
    const user = this.username(role);
    for (const other of this.#tokens.keys()) if (this.username(other) === user) this.#tokens.delete(other);
  }

  async user(role: string): Promise<UserData> {
    await this.token(role);
    const user = this.#users.get(role);
    if (!user) throw new Error(`nobody signed in as ${role}`);
    return user;
  }

  /** Returns the user name of a role's account as the backend spells it. */
  username(role: string): string {
    return this.#users.get(role)?.username ?? this.account(role).name;
  }

  async roleWithout(permission: string): Promise<string | undefined> {
    for (const role of Object.keys(this.accounts).reverse()) {
      const { roles } = await this.user(role);
      const permissionNames = roles.flatMap(({ permissions }) => permissions.map(({ name }) => name));
      if (!permissionNames.includes(permission)) return role;
    }
    return undefined;
  }

  async close(): Promise<void> {
    await Promise.all(this.#openTokens.map((token) => send(this.#base, this.#operations.logout, {}, token)));
  }
}
