import type { Operation } from '../../contract/operations.ts';
import { type ApiResponse, send } from '../requests/client.ts';
import type { UserData } from '../requests/response-data.ts';
import { NotTried } from '../verdict.ts';

export interface Account {
  name: string;
  password: string;
}

/** Accounts by role: admin, editor, reviewer, viewer, and optionally others with fewer permissions. */
export type Accounts = Record<string, Account>;

const MAX_LOGOUTS = 4;

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
  readonly #rolesByToken = new Map<string, string>();

  constructor(base: string, accounts: Accounts, operations: SessionOperations) {
    this.#base = base;
    this.accounts = accounts;
    this.#operations = operations;
  }

  /** @throws {NotTried} if there is no account */
  account(role: string): Account {
    const account = this.accounts[role];
    if (!account) throw new NotTried(`there is no account for the role ${role}`);
    return account;
  }

  /** Returns the role that a token was issued to. */
  roleOf(token: string): string | undefined {
    return this.#rolesByToken.get(token);
  }

  signIn(role: string): Promise<ApiResponse> {
    const { name, password } = this.account(role);
    return send(this.#base, this.#operations.login, { body: { username: name, password } });
  }

  async newToken(role: string): Promise<string> {
    return this.#acceptSession(role, await this.signIn(role));
  }

  /** Makes the session of a sign-in the one that cases use by default. */
  useSession(role: string, response: ApiResponse): void {
    this.#tokens.set(role, this.#acceptSession(role, response));
  }

  #acceptSession(role: string, { status, data }: ApiResponse): string {
    if (status !== 200 || !data.token || !data.user) throw new Error(`${role} cannot sign in: ${status} ${data.key}`);
    this.#users.set(role, data.user);
    this.#rolesByToken.set(data.token, role);
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

  /** Returns a role that lacks a permission, and has another one if it is named. */
  async roleWithout(permission: string, granted?: string): Promise<string | undefined> {
    for (const role of Object.keys(this.accounts).reverse()) {
      const { roles } = await this.user(role);
      const permissionNames = roles.flatMap(({ permissions }) => permissions.map(({ name }) => name));
      if (granted !== undefined && !permissionNames.includes(granted)) continue;
      if (!permissionNames.includes(permission)) return role;
    }
    return undefined;
  }

  /** Ends all sessions, a few at a time, as servers with a short backlog refuse connections beyond it. */
  async close(): Promise<void> {
    const tokens = [...this.#rolesByToken.keys()];
    const logOut = async (): Promise<void> => {
      for (let token = tokens.shift(); token !== undefined; token = tokens.shift())
        await send(this.#base, this.#operations.logout, {}, token);
    };
    await Promise.all(Array.from({ length: MAX_LOGOUTS }, logOut));
  }
}
