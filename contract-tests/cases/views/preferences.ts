import assert from 'node:assert/strict';
import type { StaffMember } from '../../suite/accounts/staff.ts';
import type { Case } from '../../suite/case.ts';
import type { CaseContext } from '../../suite/case-context.ts';
import { asMember, memberCase } from '../../suite/member-case.ts';

interface ListPreferences {
  list: string;
  density?: string;
}

interface Preferences {
  theme: string | null;
  language: string | null;
  lists: ListPreferences[];
}

const preferencesIn = (data: object) => data as Preferences; // Cast: validated before.

async function read({ backend }: CaseContext, token: string): Promise<Preferences> {
  return preferencesIn((await backend.callWith(token, backend.operation('getPreferences'), {})).data);
}

async function write(
  { backend }: CaseContext,
  { token }: Pick<StaffMember, 'token'>,
  body: object,
): Promise<Preferences> {
  return preferencesIn((await backend.callWith(token, backend.operation('updatePreferences'), { body })).data);
}

/** Names of so many lists, which hold letters only. */
const listNames = (count: number) =>
  Array.from(
    { length: count },
    (_, index) => `sample-${String.fromCharCode(97 + Math.floor(index / 10), 97 + (index % 10))}`,
  );
const wide = {
  density: 'compact',
  columns: ['status', 'no such column', 'name', 'code'],
  widths: [
    { column: 'name', width: 321 },
    { column: 'code', width: 45 },
  ],
  showsEmptyColumns: true,
};

async function clearLists(context: CaseContext, member: Pick<StaffMember, 'token'>): Promise<void> {
  const { lists } = await read(context, member.token);
  if (lists.length > 0) await write(context, member, { lists: lists.map(({ list }) => ({ list })) });
}

const admin = ['cabin:read'];

/** Tests that preferences are kept as they were chosen, whose they are, and what of them is kept. */
export const preferenceCases: Case[] = [
  memberCase(
    'updatePreferences',
    'keeps all of a list as it was sent, for every session of the caller and nobody else',
    async (member, context) => {
      await clearLists(context, member);
      return asMember(member, { lists: [{ list: 'sample', ...wide }] });
    },
    { status: 200 },
    async ({ username, token }, { data }, context) => {
      const { backend } = context;
      assert.deepEqual(preferencesIn(data).lists, [{ list: 'sample', ...wide }]);
      const other = await backend.staff.signIn(username);
      assert.deepEqual(await read(context, other), data, 'another session has the same');
      const viewer = await read(context, await backend.sessions.token('viewer'));
      assert.ok(!viewer.lists.some(({ list }) => list === 'sample'), 'nobody else has it');
      await clearLists(context, { token });
      assert.deepEqual((await read(context, other)).lists, [], 'what is as at first is left out');
    },
    admin,
  ),
  memberCase(
    'updatePreferences',
    'replaces a list as a whole, and puts the list that was changed last first',
    async (member, context) => {
      await clearLists(context, member);
      for (const list of ['sample-a', 'sample-b', 'sample-c'])
        await write(context, member, { lists: [{ list, ...wide }] });
      return asMember(member, { lists: [{ list: 'sample-a', density: 'comfortable' }] });
    },
    { status: 200 },
    async (member, { data }, context) => {
      const expected = [
        { list: 'sample-a', density: 'comfortable' },
        { list: 'sample-c', ...wide },
        { list: 'sample-b', ...wide },
      ];
      assert.deepEqual(preferencesIn(data).lists, expected);
      await clearLists(context, member);
    },
    admin,
  ),
  memberCase(
    'updatePreferences',
    'keeps the fifty lists that were changed last',
    async (member, context) => {
      await clearLists(context, member);
      await write(context, member, { lists: [{ list: 'sample-oldest', density: 'compact' }] });
      await write(context, member, { lists: listNames(49).map((list) => ({ list, density: 'compact' })) });
      assert.equal((await read(context, member.token)).lists.length, 50, 'fifty are kept');
      return asMember(member, { lists: [{ list: 'sample-newest', density: 'compact' }] });
    },
    { status: 200 },
    async (member, { data }, context) => {
      const names = preferencesIn(data).lists.map(({ list }) => list);
      await clearLists(context, member);
      assert.deepEqual([names.length, names[0]], [50, 'sample-newest']);
      assert.ok(!names.includes('sample-oldest'), 'the one that was changed longest ago is not kept');
      assert.deepEqual(names.slice(1).toSorted(), listNames(49));
    },
    admin,
  ),
  ...[{ theme: 'light' }, { language: 'en' }, { lists: [{ list: 'sample', density: 'compact' }] }].map((body) =>
    memberCase(
      'updatePreferences',
      `changes the ${Object.keys(body)[0]}, and nothing else`,
      async (member, context) => {
        await clearLists(context, member);
        await write(context, member, { theme: 'dark', language: 'zh-CN', lists: [{ list: 'sample', ...wide }] });
        return asMember(member, body);
      },
      { status: 200 },
      async (member, { data }, context) => {
        const before = { theme: 'dark', language: 'zh-CN', lists: [{ list: 'sample', ...wide }] };
        assert.deepEqual(data, { ...before, ...body });
        assert.deepEqual(await read(context, member.token), data, 'they are read as they were answered');
        await clearLists(context, member);
      },
      admin,
    ),
  ),
  logCase(),
];

function logCase(): Case {
  let before = 0;
  const entriesOf = async ({ backend }: CaseContext, username: string) => {
    const { data } = await backend.call(backend.operation('listUserLogs'), 'admin', {
      query: { user: username, limit: 1 },
    });
    return data.total ?? 0;
  };
  return memberCase(
    'updatePreferences',
    'leaves nothing in the user log',
    async (member, context) => {
      before = await entriesOf(context, member.username);
      return asMember(member, { theme: 'system' });
    },
    { status: 200 },
    async ({ username }, _, context) => assert.equal(await entriesOf(context, username), before),
    admin,
  );
}
