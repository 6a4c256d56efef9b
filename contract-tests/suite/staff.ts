import { randomUUID } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { Secret, TOTP } from 'otpauth';
import PostalMime from 'postal-mime';
import type { Answer } from './client.ts';
import type { RecordData } from './data.ts';
import type { World } from './world.ts';

/** A user made for a case, who can sign in. */
export interface Member {
  record: RecordData;
  username: string;
  password: string;
  token: string;
}

const password = 'correct horse battery';

/** Users and roles made for cases through the interface under test, and taken away in the end. */
export class Staff {
  readonly #world: World;
  readonly #users: number[] = [];
  readonly #roles: number[] = [];
  #preview: Promise<string> | undefined;

  constructor(world: World) {
    this.#world = world;
  }

  /** A body for a new user whom nobody knows yet. */
  newUser(roles: string[] = ['viewer']) {
    const username = `sample-${randomUUID().slice(0, 8)}`;
    return { username, displayName: 'Sample', email: `${username}@gazetteer.example`, roles };
  }

  newRole(permissions: string[] = ['country:read']) {
    return { name: `sample-${randomUUID().slice(0, 8)}`, displayName: 'Sample', description: null, permissions };
  }

  async invited(roles?: string[]): Promise<RecordData> {
    return this.remember(await this.#admin('createUser', { body: this.newUser(roles) }));
  }

  async role(permissions?: string[]): Promise<RecordData> {
    return this.rememberRole(await this.#admin('createRole', { body: this.newRole(permissions) }));
  }

  /** Somebody who has asked to be let in. */
  async pending(): Promise<RecordData> {
    const { roles: _, ...body } = this.newUser();
    await this.#world.callWith('', this.#world.operation('register'), { body: { ...body, password } });
    const { data } = await this.#admin('listUsers', { query: { q: body.username } });
    const [record] = data.items as RecordData[]; // Cast: validated against the list's schema before.
    if (!record) throw new Error(`${body.username} has registered and is not listed`);
    this.#users.push(record.id);
    return record;
  }

  async member(roles: string[] = ['viewer']): Promise<Member> {
    const { id, version } = await this.pending();
    const { data } = await this.#admin('transitionUser', {
      params: { id },
      version,
      body: { event: 'approve', roles },
    });
    const record = recordIn(data.record);
    const username = String(record.username);
    return { record, username, password, token: await this.signIn(username) };
  }

  async signIn(username: string): Promise<string> {
    const { data } = await this.#world.callWith('', this.#world.operation('login'), { body: { username, password } });
    return data.token ?? '';
  }

  /** A member with a second factor; the secret is what the authenticator app keeps. */
  async guarded(): Promise<Member & { secret: string; recoveryCodes: string[] }> {
    const member = await this.member();
    const as = (id: string, body: object) => this.#world.callWith(member.token, this.#world.operation(id), { body });
    const { secret = '' } = (await as('beginTotp', { password })).data;
    const { recoveryCodes = [] } = (await as('confirmTotp', { code: codeOf(secret, -1) })).data;
    return { ...member, secret, recoveryCodes };
  }

  /** The token in the newest letter of a kind to an address; letters take a moment to be sent. */
  async letterToken(kind: string, to: unknown): Promise<string> {
    const folder = this.#world.backend.mail;
    if (!folder) throw new Error('nobody knows where this backend sends its mail');
    for (const until = Date.now() + 8000; Date.now() < until; await new Promise((done) => setTimeout(done, 100))) {
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

  async fresh(id: number): Promise<RecordData> {
    return recordIn((await this.#admin('getUser', { params: { id } })).data.record);
  }

  remember({ data }: Answer): RecordData {
    const record = recordIn(data.record);
    this.#users.push(record.id);
    return record;
  }

  rememberRole({ data }: Answer): RecordData {
    const record = recordIn(data.record);
    this.#roles.push(record.id);
    return record;
  }

  async tidy(): Promise<void> {
    await this.#removeAll('getUser', 'deleteUser', this.#users.splice(0));
    await this.#removeAll('getRole', 'deleteRole', this.#roles.splice(0));
  }

  async #removeAll(get: string, remove: string, ids: number[]): Promise<void> {
    for (const id of ids) {
      const found = await this.#world.ask(this.#world.operation(get), 'admin', { params: { id } });
      if (found.status !== 404) await this.#admin(remove, at(recordIn(found.data.record)));
    }
  }

  /** The token of a session that sees with a role's eyes, opened once. */
  preview(): Promise<string> {
    this.#preview ??= this.#openPreview();
    return this.#preview;
  }

  async #openPreview(): Promise<string> {
    const { data } = await this.#admin('previewRole', { params: { id: (await this.role()).id } });
    return data.token ?? '';
  }

  #admin(id: string, input: Parameters<World['call']>[2]): Promise<Answer> {
    return this.#world.call(this.#world.operation(id), 'admin', input);
  }
}

/** The code of an authenticator app, of so many periods from now. */
export function codeOf(secret: string, periods = 0): string {
  return new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + periods * 30_000 });
}

export function at({ id, version }: RecordData) {
  return { params: { id }, version };
}

export function recordIn(record: RecordData | null | undefined): RecordData {
  if (!record) throw new Error('the answer holds no record');
  return record;
}
