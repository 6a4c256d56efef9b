import { cachedPromise } from '../cached-promise.ts';
import { versionedTarget } from '../records/records.ts';
import type { RecordData } from '../requests/response-data.ts';
import type { TestBackend } from '../test-backend.ts';
import { NotTried } from '../verdict.ts';
import type { MemberWithTotp, StaffMember } from './staff.ts';

/**
 * One active user for all cases that need somebody whose permissions, sessions or work nobody else has. Registrations are limited, so
 * that there is only one, whose roles each case sets.
 */
export class SpareMember {
  readonly #backend: TestBackend;
  readonly #members = new Map<string, Promise<StaffMember>>();
  readonly #roles = new Map<string, Promise<RecordData>>();

  constructor(backend: TestBackend) {
    this.#backend = backend;
  }

  /** Gives the member roles by name, takes away a second factor that a case has left, and signs them in anew. */
  withRoles(...names: string[]): Promise<StaffMember> {
    return this.#signInWithRoles(names).catch((error: Error) => {
      if (!error.message.includes('invalidCredentials')) throw error;
      // a backend that stores a password which it must refuse fails the case of that, and none of the later ones
      this.#members.clear();
      return this.#signInWithRoles(names);
    });
  }

  async #signInWithRoles(names: string[]): Promise<StaffMember> {
    const member = await this.member();
    const { secondFactor } = await this.#backend.staff.reload(member.record.id);
    const params = { id: member.record.id };
    if (secondFactor) await this.#backend.call(this.#backend.operation('removeUserTotp'), 'admin', { params });
    const record = await this.#backend.staff.reload(member.record.id);
    const { username, displayName, email } = record;
    const { data } = await this.#backend.call(this.#backend.operation('updateUser'), 'admin', {
      ...versionedTarget(record),
      body: { username, displayName, email, roles: names },
    });
    return { ...member, record: data.record ?? record, token: await this.#backend.staff.signIn(member.username) };
  }

  /** Gives the member the role viewer and an authenticator app. */
  async withTotp(): Promise<MemberWithTotp> {
    return this.#backend.staff.setUpTotp(await this.withRoles('viewer'));
  }

  /** Gives the member one role with permissions, and signs them in anew. */
  async withPermissions(...permissions: string[]): Promise<StaffMember> {
    return this.withRoles(String((await this.role(permissions)).name));
  }

  /** Returns a role with permissions, which is created once. */
  role(permissions: string[]): Promise<RecordData> {
    return cachedPromise(this.#roles, permissions.join(), () => this.#backend.staff.createRole(permissions));
  }

  /** Returns the token of a preview of a role with permissions, which reads what they allow. */
  async previewToken(...permissions: string[]): Promise<string> {
    const { id } = await this.role(permissions);
    const { data } = await this.#backend.call(this.#backend.operation('previewRole'), 'admin', { params: { id } });
    return data.token ?? '';
  }

  /** Returns the member as it was created. */
  member(): Promise<StaffMember> {
    return cachedPromise(this.#members, 'member', () =>
      this.#backend.staff.createMember().catch((error: Error) => {
        if (/registrationClosed|tooManyRequests/.test(error.message))
          throw new NotTried('nobody can register: registration is closed or limited');
        throw error;
      }),
    );
  }
}
