import { randomUUID } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { Secret, TOTP } from 'otpauth';
import PostalMime from 'postal-mime';
import { cachedPromise } from '../cached-promise.ts';
import { requireRecord, versionedTarget } from '../records/records.ts';
import type { ApiResponse } from '../requests/client.ts';
import type { RecordData } from '../requests/response-data.ts';
import type { TestBackend } from '../test-backend.ts';
import { TASK_TIMEOUT_MS } from '../until.ts';
import { messageOf, NotTried } from '../verdict.ts';

/** A user created for a case who is active and signed in. */
export interface StaffMember {
  record: RecordData;
  username: string;
  password: string;
  token: string;
}

export interface MemberWithTotp extends StaffMember {
  secret: string;
  recoveryCodes: string[];
}

const password = 'correct horse battery';

/** Creates users and roles through the API under test, and deletes them at the end. */
export class Staff {
  readonly #backend: TestBackend;
  readonly #users: number[] = [];
  readonly #roles: number[] = [];
  #lastUsername = '';
  readonly #previewTokens = new Map<string, Promise<string>>();

  constructor(backend: TestBackend) {
    this.#backend = backend;
  }

  /** Returns a body for a new user with an unused name. */
  newUserBody(roles: string[] = ['viewer']) {
    const username = `sample-${randomUUID().slice(0, 8)}`;
    return { username, displayName: 'Sample', email: `${username}@gazetteer.example`, roles };
  }

  newRoleBody(permissions: string[] = ['country:read']) {
    return { name: `sample-${randomUUID().slice(0, 8)}`, displayName: 'Sample', description: null, permissions };
  }

  async createInvited(roles?: string[]): Promise<RecordData> {
    return this.trackUser(await this.#callAsAdmin('createUser', { body: this.newUserBody(roles) }));
  }

  async createRole(permissions?: string[]): Promise<RecordData> {
    return this.trackRole(await this.#callAsAdmin('createRole', { body: this.newRoleBody(permissions) }));
  }

  /** Registers a user, who then waits for approval. */
  async createPending(): Promise<RecordData> {
    const { roles: _, ...body } = this.newUserBody();
    await this.#backend.callWith('', this.#backend.operation('register'), { body: { ...body, password } });
    const { data } = await this.#callAsAdmin('listUsers', { query: { q: body.username } });
    const [record] = data.items as RecordData[]; // Cast: validated against the list's schema before.
    if (!record) throw new Error(`${body.username} has registered but is not listed`);
    return this.#addUser(record);
  }

  /** Creates an active user, by an invitation where nobody may register any more and e-mails can be read. */
  async createMember(roles: string[] = ['viewer']): Promise<StaffMember> {
    const pending = await this.createPending().catch((error: Error) => {
      const canInvite = this.#backend.address.mailFolder && /registrationClosed|tooManyRequests/.test(error.message);
      if (!canInvite) throw error;
    });
    if (!pending) return this.#acceptInvitation(await this.createInvited(roles));
    const { id, version } = pending;
    const { data } = await this.#callAsAdmin('transitionUser', {
      params: { id },
      version,
      body: { event: 'approve', roles },
    });
    const record = requireRecord(data.record);
    const username = String(record.username);
    return { record, username, password, token: await this.signIn(username) };
  }

  async #acceptInvitation({ id, username, email, displayName }: RecordData): Promise<StaffMember> {
    const invite = await this.emailedToken('invitation', email);
    const body = { username, email, displayName, password, invite };
    await this.#backend.callWith('', this.#backend.operation('register'), { body });
    const name = String(username);
    return { record: await this.reload(id), username: name, password, token: await this.signIn(name) };
  }

  async signIn(username: string): Promise<string> {
    const { data } = await this.#backend.callWith('', this.#backend.operation('login'), {
      body: { username, password },
    });
    return data.token ?? '';
  }

  /** Creates a member who has set up an authenticator app. */
  async createMemberWithTotp(): Promise<MemberWithTotp> {
    return this.setUpTotp(await this.createMember());
  }

  /** Sets up an authenticator app with the code of the period before, so that the code of now is unused. */
  async setUpTotp(member: StaffMember): Promise<MemberWithTotp> {
    const callAs = (id: string, body: object) =>
      this.#backend.callWith(member.token, this.#backend.operation(id), { body });
    const { secret = '' } = (await callAs('beginTotp', { password })).data;
    const confirm = async () => (await callAs('confirmTotp', { code: totpCode(secret, -1) })).data;
    const period = currentPeriod();
    const { recoveryCodes = [] } = await confirm().catch((error: unknown) => {
      // the code was two periods old if another one has begun meanwhile
      if (period === currentPeriod()) throw error;
      return confirm();
    });
    return { ...member, secret, recoveryCodes };
  }

  /** Waits for an invitation or password reset e-mail to an address, and returns the token in its link, which is not the earlier one. */
  async emailedToken(emailType: string, to: unknown, earlier?: string): Promise<string> {
    const folder = this.#backend.address.mailFolder;
    if (!folder) throw new NotTried('it reads an e-mail: pass --mail with the folder that the backend writes them to');
    for (
      const deadline = Date.now() + TASK_TIMEOUT_MS;
      Date.now() < deadline;
      await new Promise((resolve) => setTimeout(resolve, 100))
    ) {
      const files = (await readdir(folder).catch(() => [])).filter(
        (name) => name.endsWith('.eml') && name.includes(emailType),
      );
      for (const file of files.toSorted().reverse()) {
        const mail = await PostalMime.parse(await readFile(path.join(folder, file)));
        const [, token] = /[?&](?:reset|invite)=([\w-]+)/.exec(mail.text ?? '') ?? [];
        if (token && token !== earlier && mail.to?.some(({ address }) => address === to)) return token;
      }
    }
    throw new Error(`no ${emailType} e-mail to ${String(to)} arrived`);
  }

  async reload(id: number): Promise<RecordData> {
    return requireRecord((await this.#callAsAdmin('getUser', { params: { id } })).data.record);
  }

  /** The name of the user who was created last. */
  get lastUsername(): string {
    return this.#lastUsername;
  }

  trackUser({ data }: ApiResponse): RecordData {
    const record = this.#addUser(requireRecord(data.record));
    this.#lastUsername = String(record.username);
    return record;
  }

  #addUser(record: RecordData): RecordData {
    this.#users.push(record.id);
    this.#backend.created.set(`user ${record.id}`, `user ${String(record.username)} (id ${record.id})`);
    return record;
  }

  trackRole({ data }: ApiResponse): RecordData {
    const record = requireRecord(data.record);
    this.#roles.push(record.id);
    this.#backend.created.set(`role ${record.id}`, `role ${String(record.name)} (id ${record.id})`);
    return record;
  }

  async deleteAll(): Promise<void> {
    await this.#removeAll('user', 'getUser', 'deleteUser', this.#users.splice(0));
    await this.#removeAll('role', 'getRole', 'deleteRole', this.#roles.splice(0));
  }

  async #removeAll(kind: string, get: string, remove: string, ids: number[]): Promise<void> {
    const failures: string[] = [];
    for (const id of ids) {
      const current = await this.#backend.tryCall(this.#backend.operation(get), 'admin', { params: { id } });
      const key = `${kind} ${id}`;
      if (current.status === 404) {
        this.#backend.created.delete(key);
        continue;
      }
      const record = requireRecord(current.data.record);
      await this.#callAsAdmin(remove, versionedTarget(record)).then(
        () => this.#backend.created.delete(key),
        (error: unknown) =>
          failures.push(`${kind} ${String(record.username ?? record.name)} (id ${id}): ${messageOf(error)}`),
      );
    }
    if (failures.length > 0) throw new Error(failures.join('; '));
  }

  /** Returns the token of a role preview session, which is opened once. */
  previewToken(): Promise<string> {
    return cachedPromise(this.#previewTokens, 'preview', () => this.#openPreview());
  }

  async #openPreview(): Promise<string> {
    const { data } = await this.#callAsAdmin('previewRole', { params: { id: (await this.createRole()).id } });
    return data.token ?? '';
  }

  #callAsAdmin(id: string, input: Parameters<TestBackend['call']>[2]): Promise<ApiResponse> {
    return this.#backend.call(this.#backend.operation(id), 'admin', input);
  }
}

const currentPeriod = () => Math.floor(Date.now() / 30_000);

/** Returns the code that an authenticator app shows now or some 30-second periods ahead. */
export function totpCode(secret: string, periodsAhead = 0): string {
  return new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + periodsAhead * 30_000 });
}
