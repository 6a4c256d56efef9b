import assert from 'node:assert/strict';
import type { StaffMember } from '../../suite/accounts/staff.ts';
import type { Case } from '../../suite/case.ts';
import { asMember, memberCase } from '../../suite/member-case.ts';
import { requireRecord } from '../../suite/records/records.ts';
import { send } from '../../suite/requests/client.ts';
import type { RecordData } from '../../suite/requests/response-data.ts';

const admin = { role: 'admin' };

interface Session {
  id: string;
  current: boolean;
}

interface Appearance {
  theme: string | null;
  language: string | null;
}

const appearanceIn = (data: object) => (data as { appearance?: Appearance }).appearance; // Cast: validated before.

/** Tests who may come in, what others see of one's sessions, and what a page shows from the beginning. */
export const accountStateCases: Case[] = [
  reactivationCase(),
  sharedSessionsCase(),
  otherSessionCase(),
  takenAddressCase(),
  memberCase(
    'login',
    'says which theme and language the user has chosen',
    async ({ token, username, password }, { backend }) => {
      const body = { theme: 'dark', language: 'en' };
      await backend.callWith(token, backend.operation('updatePreferences'), { body });
      return { body: { username, password } };
    },
    { status: 200 },
    (_, { data }) => assert.deepEqual(appearanceIn(data), { theme: 'dark', language: 'en' }),
  ),
  {
    operationId: 'previewRole',
    name: 'has no theme and no language of its own',
    needs: admin,
    request: async ({ backend }) => ({ params: { id: (await backend.spareMember.role(['country:read'])).id } }),
    expect: { status: 201, check: ({ data }) => assert.equal(appearanceIn(data), undefined) },
  },
  {
    operationId: 'getPreferences',
    name: 'has nothing of a user who has chosen nothing',
    needs: admin,
    needsDisposableBackend: true,
    request: async ({ backend }) => asMember(await backend.staff.createMember()),
    expect: {
      status: 200,
      check: ({ data }) => assert.deepEqual(data, { theme: null, language: null, lists: [] }),
    },
  },
];

function reactivationCase(): Case {
  let member: StaffMember;
  return {
    operationId: 'transitionUser',
    name: 'lets a user in again who was deactivated, with the same roles and without the former sessions',
    needs: admin,
    needsDisposableBackend: true,
    request: async ({ backend }) => {
      member = await backend.spareMember.withRoles('viewer', 'editor');
      const { id, version } = member.record;
      const input = { params: { id }, version, body: { event: 'deactivate' } };
      const { data } = await backend.call(backend.operation('transitionUser'), 'admin', input);
      return { params: { id }, version: requireRecord(data.record).version, body: { event: 'activate' } };
    },
    expect: {
      status: 200,
      check: async ({ data }, { backend }) => {
        const { status, roles, openSessions } = requireRecord(data.record);
        const names = (roles as { name: string }[]).map(({ name }) => name); // Cast: validated before.
        assert.deepEqual([status, names.toSorted(), openSessions], ['active', ['editor', 'viewer'], 0]);
        const { url } = backend.address;
        const profile = await send(url, backend.operation('getProfile'), {}, member.token);
        assert.equal(profile.status, 401, 'a session that was open before stays ended');
        assert.ok(await backend.staff.signIn(member.username), 'the password lets in again');
      },
    },
  };
}

function sharedSessionsCase(): Case {
  let member: StaffMember;
  return {
    operationId: 'listUserSessions',
    name: 'shows of each session what its user sees of it, newest first, and marks none as the current one',
    needs: admin,
    request: async ({ backend }) => {
      member = await backend.spareMember.withRoles('viewer');
      await backend.staff.signIn(member.username);
      return { params: { id: member.record.id } };
    },
    expect: {
      status: 200,
      check: async ({ data }, { backend }) => {
        const own = await backend.callWith(member.token, backend.operation('listSessions'), {});
        const facts = (items: unknown) =>
          (items as (Session & { lastSeen: string })[]).map(({ current: _, lastSeen: __, ...session }) => session); // Cast: validated before.
        assert.deepEqual(facts(data.items), facts(own.data.items));
        assert.ok(!(data.items as unknown as Session[]).some(({ current }) => current), 'none is that of the caller'); // Cast: as above.
      },
    },
  };
}

function otherSessionCase(): Case {
  let member: StaffMember;
  return {
    operationId: 'endUserSession',
    name: 'finds no session of another user, which stays open',
    needs: admin,
    request: async ({ backend }) => {
      member = await backend.spareMember.withRoles('viewer');
      const own = await backend.callWith(member.token, backend.operation('listSessions'), {});
      const [session] = own.data.items as unknown as Session[]; // Cast: validated by its own cases.
      const other = await backend.staff.createInvited();
      return { params: { id: other.id, sessionId: session?.id ?? '' } };
    },
    expect: {
      status: 404,
      key: 'notFound',
      check: async (_, { backend }) => {
        const profile = await send(backend.address.url, backend.operation('getProfile'), {}, member.token);
        assert.equal(profile.status, 200, 'the session is still open');
      },
    },
  };
}

function takenAddressCase(): Case {
  let username = '';
  return {
    operationId: 'register',
    name: 'makes no account for an e-mail address that has one, and says the same as for another',
    needs: { role: 'none' },
    needsDisposableBackend: true,
    request: async ({ backend }) => {
      const { record, password } = await backend.spareMember.member();
      const { roles: _, ...body } = backend.staff.newUserBody();
      username = body.username;
      return { body: { ...body, email: record.email, password } };
    },
    expect: {
      status: 202,
      check: async ({ data }, { backend }) => {
        assert.equal(data.status, 'pending');
        const list = await backend.call(backend.operation('listUsers'), 'admin', { query: { q: username } });
        const found = list.data.items as RecordData[]; // Cast: validated by its own cases.
        assert.deepEqual(found, [], 'no account has the name');
      },
    },
  };
}
