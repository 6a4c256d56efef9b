import { randomUUID } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { Secret, TOTP } from 'otpauth';
import PostalMime from 'postal-mime';
import type { Answer } from './client.ts';
import type { RecordData } from './data.ts';
import type { TestBackend } from './test-backend.ts';

/** A user who was created for a case and can sign in. */
export interface Member {
  record: RecordData;
  username: string;
  password: string;
  token: string;
}

const password = 'correct horse battery';

/** Users and roles that cases create through the API under test; all are deleted at the end. */
export class Staff {
  readonly #backend: TestBackend;
  readonly #users: number[] = [];
  readonly #roles: number[] = [];
  #preview: Promise<string> | undefined;

  constructor(backend: TestBackend) {
    this.#backend = backend;
  }

  /** A body for a new user with an unused name. */
  newUser(roles: string[] = ['viewer']) {
    const username = `sample-${randomUUID().slice(0, 8)}`;
    return { username, displayName: 'Sample', email: `${username}@gazetteer.example`, roles };
  }

  newRole(permissions: string[] = ['country:read']) {
    return { name: `sample-${randomUUID().slice(0, 8)}`, displayName: 'Sample', description: null, permissions };
  }

  async createInvited(roles?: string[]): Promise<RecordData> {
    return this.remember(await this.#admin('createUser', { body: this.newUser(roles) }));
  }

  async createRole(permissions?: string[]): Promise<RecordData> {
    return this.rememberRole(await this.#admin('createRole', { body: this.newRole(permissions) }));
  }

  /** A registered user who waits for approval. */
  async createPending(): Promise<RecordData> {
    const { roles: _, ...body } = this.newUser();
    await this.#backend.callWith('', this.#backend.operation('register'), { body: { ...body, password } });
    const { data } = await this.#admin('listUsers', { query: { q: body.username } });
    const [record] = data.items as RecordData[]; // Cast: validated against the list's schema before.
    if (!record) throw new Error(`${body.username} has registered and is not listed`);
    this.#users.push(record.id);
    return record;
  }

  async member(roles: string[] = ['viewer']): Promise<Member> {
    const { id, version } = await this.createPending();
    const { data } = await this.#admin('transitionUser', {
      params: { id },
      version,
      body: { event: 'approve', roles },
    });
    const record = requireRecord(data.record);
    const username = String(record.username);
    return { record, username, password, token: await this.signIn(username) };
  }

  async signIn(username: string): Promise<string> {
    const { data } = await this.#backend.callWith('', this.#backend.operation('login'), {
      body: { username, password },
    });
    return data.token ?? '';
  }

  /** A member with a second factor, and the secret of its authenticator app. */
  async createMemberWithTotp(): Promise<Member & { secret: string; recoveryCodes: string[] }> {
    const createMember = await this.member();
    const callAs = (id: string, body: object) =>
      this.#backend.callWith(createMember.token, this.#backend.operation(id), { body });
    const { secret = '' } = (await callAs('beginTotp', { password })).data;
    const { recoveryCodes = [] } = (await callAs('confirmTotp', { code: totpCode(secret, -1) })).data;
    return { ...createMember, secret, recoveryCodes };
  }

  /** Waits for the newest e-mail of a kind to an address, and returns the token in it. */
  async emailedToken(kind: string, to: unknown): Promise<string> {
    const folder = this.#backend.address.mail;
    if (!folder) throw new Error('nobody knows where this backend sends its mail');
    for (
      const deadline = Date.now() + 8000;
      Date.now() < deadline;
      await new Promise((done) => setTimeout(done, 100))
    ) {
      const files = (await readdir(folder).catch(() => [])).filter(
        (name) => name.endsWith('.eml') && name.includes(kind),
      );
      for (const file of files.toSorted().reverse()) {
        const mail = await PostalMime.parse(await readFile(path.join(folder, file)));
        const [, token] = /[?&](?:reset|invite)=([\w-]+)/.exec(mail.text ?? '') ?? [];
        if (token && mail.to?.some(({ address }) => address === to)) return token;
      }
    }
    throw new Error(`no letter ${kind} to ${String(to)} has come`);
  }

  async reload(id: number): Promise<RecordData> {
    return requireRecord((await this.#admin('getUser', { params: { id } })).data.record);
  }

  remember({ data }: Answer): RecordData {
    const record = requireRecord(data.record);
    this.#users.push(record.id);
    return record;
  }

  rememberRole({ data }: Answer): RecordData {
    const record = requireRecord(data.record);
    this.#roles.push(record.id);
    return record;
  }

  async deleteAll(): Promise<void> {
    await this.#removeAll('getUser', 'deleteUser', this.#users.splice(0));
    await this.#removeAll('getRole', 'deleteRole', this.#roles.splice(0));
  }

  async #removeAll(get: string, remove: string, ids: number[]): Promise<void> {
    for (const id of ids) {
      const current = await this.#backend.ask(this.#backend.operation(get), 'admin', { params: { id } });
      if (current.status !== 404) await this.#admin(remove, targetOf(requireRecord(current.data.record)));
    }
  }

  /** The token of a role preview session, which is opened once. */
  preview(): Promise<string> {
    this.#preview ??= this.#openPreview();
    return this.#preview;
  }

  async #openPreview(): Promise<string> {
    const { data } = await this.#admin('previewRole', { params: { id: (await this.createRole()).id } });
    return data.token ?? '';
  }

  #admin(id: string, input: Parameters<TestBackend['call']>[2]): Promise<Answer> {
    return this.#backend.call(this.#backend.operation(id), 'admin', input);
  }
}

/** The code of an authenticator app, some periods from now. */
export function totpCode(secret: string, periodsAhead = 0): string {
  return new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + periodsAhead * 30_000 });
}

export function targetOf({ id, version }: RecordData) {
  return { params: { id }, version };
}

export function requireRecord(record: RecordData | null | undefined): RecordData {
  if (!record) throw new Error('the answer holds no record');
  return record;
}
