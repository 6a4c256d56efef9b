import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import type { Case } from '../../suite/case.ts';
import { asMember } from '../../suite/member-case.ts';
import { readAllPages, reader } from '../../suite/requests/pages.ts';
import type { RecordData } from '../../suite/requests/response-data.ts';
import {
  admin,
  createAs,
  idsOf,
  memberWith,
  type Reader,
  readCountries,
  sorted,
  type ViewList,
  viewsOf,
} from './view-steps.ts';

/** Tests who sees which view, in which order and with which roles. */
export const viewReaderCases: Case[] = [orderCase(), unreadableListCase(), ...roleCases()];

function orderCase(): Case {
  let token = '';
  let member: Reader;
  return {
    operationId: 'listViews',
    name: 'has one’s own views before those of others, both by their names',
    needs: admin,
    request: async (context) => {
      token = randomUUID().slice(0, 6);
      member = await memberWith(context, readCountries);
      for (const name of ['d', 'a'])
        await context.backend.views.create({ name: `${token} ${name}`, shared: [member.roleId] }, 'admin');
      for (const name of ['c', 'b']) await createAs(context, member, { name: `${token} ${name}` });
      return asMember(member);
    },
    expect: {
      status: 200,
      check: async ({ data }, { backend }) => {
        const items = data.items as RecordData[]; // Cast: validated before.
        const mine = items.filter(({ name }) => String(name).startsWith(token));
        for (const { own, id } of mine)
          if (own)
            await backend.callWith(member.token, backend.operation('deleteView'), { params: { id }, version: '*' });
        assert.deepEqual(
          mine.map(({ name, own }) => [String(name).slice(-1), own]),
          [
            ['b', true],
            ['c', true],
            ['a', false],
            ['d', false],
          ],
        );
        const firstOfOthers = items.findIndex(({ own }) => own === false);
        assert.ok(!items.slice(firstOfOthers).some(({ own }) => own === true), 'one’s own come first');
      },
    },
  };
}

function unreadableListCase(): Case {
  let member: Reader;
  let shown: RecordData;
  let hidden: RecordData[];
  let own: RecordData;
  return {
    operationId: 'listViews',
    name: 'has no view of a list that the caller may not read, be it shared or their own',
    needs: admin,
    request: async (context) => {
      const { views } = context.backend;
      own = await createAs(context, await memberWith(context, ['country:read', 'cabin:read']), { list: 'cabin' });
      member = await memberWith(context, readCountries);
      const shared = [member.roleId];
      shown = await views.create({ list: 'country', shared }, 'admin');
      hidden = [
        await views.create({ list: 'cabin', shared }, 'admin'),
        await views.create({ list: 'data_log', shared }, 'admin'),
      ];
      return asMember(member);
    },
    expect: {
      status: 200,
      check: async ({ data }, context) => {
        const ids = idsOf(data.items as RecordData[]); // Cast: validated before.
        assert.ok(ids.includes(shown.id), 'that of a list which they read is there');
        for (const { id, list } of [...hidden, own]) assert.ok(!ids.includes(id), `that of ${list} is not`);
        const { backend } = context;
        const again = await memberWith(context, ['country:read', 'cabin:read']);
        assert.ok(
          idsOf((await viewsOf(context, again)).items).includes(own.id),
          'it is there again with the permission',
        );
        await backend.callWith(again.token, backend.operation('deleteView'), { params: { id: own.id }, version: '*' });
      },
    },
  };
}

/** Tests the roles that a list of views names. */
function roleCases(): Case[] {
  let member: Reader;
  let two: RecordData;
  return [
    {
      operationId: 'listViews',
      name: 'names the caller’s own roles, and all of them with role:read',
      needs: admin,
      request: async (context) => {
        member = await memberWith(context, readCountries);
        return asMember(member);
      },
      expect: {
        status: 200,
        check: async ({ data }, context) => {
          const { roles } = data as unknown as ViewList; // Cast: validated before.
          assert.deepEqual(idsOf(roles), [member.roleId]);
          const { backend } = context;
          const informed = await memberWith(context, ['country:read', 'role:read']);
          const { items } = await readAllPages<RecordData>(
            reader(backend, backend.operation('listRoles'), 'admin'),
            {},
            100,
          );
          const named = (await viewsOf(context, informed)).roles as unknown as RecordData[]; // Cast: a part of each role.
          assert.deepEqual(sorted(idsOf(named)), sorted(idsOf(items)));
          for (const { id, name, displayName } of items)
            assert.deepEqual(
              named.find((role) => role.id === id),
              { id, name, displayName },
            );
        },
      },
    },
    {
      operationId: 'listViews',
      name: 'names of somebody else’s view the roles that the caller sees, and of their own all',
      needs: admin,
      request: async (context) => {
        const other = await context.backend.spareMember.role(['city:read']);
        member = await memberWith(context, readCountries);
        two = await context.backend.views.create({ shared: [other.id, member.roleId] }, 'admin');
        return asMember(member);
      },
      expect: {
        status: 200,
        check: async ({ data }, { backend }) => {
          const view = (data.items as RecordData[]).find(({ id }) => id === two.id); // Cast: validated before.
          assert.deepEqual(view?.shared, [member.roleId]);
          const { data: all } = await backend.call(backend.operation('listViews'), 'admin', {});
          const own = (all.items as RecordData[]).find(({ id }) => id === two.id); // Cast: as above.
          assert.equal((own?.shared as number[]).length, 2);
        },
      },
    },
    {
      operationId: 'createView',
      name: 'refuses to save a view of a list that the caller may not read',
      needs: admin,
      request: async (context) =>
        asMember(await memberWith(context, readCountries), context.backend.views.newBody({ list: 'cabin' })),
      expect: { status: 403, key: 'forbidden', permission: 'cabin:read' },
    },
    {
      operationId: 'createView',
      name: 'takes a name that the caller has in another list, or somebody else in this one',
      needs: { role: 'editor' },
      request: async ({ backend }) => {
        const { name } = await backend.views.create({ list: 'country' });
        await backend.views.create({ list: 'city', name }, 'reviewer');
        return { body: backend.views.newBody({ list: 'city', name }) };
      },
      expect: {
        status: 201,
        check: (response, { backend }) => {
          const { own, version, createTime, updateTime } = backend.views.track(response);
          assert.deepEqual([own, version, createTime], [true, 1, updateTime]);
          assert.ok(Math.abs(Date.parse(String(createTime)) - Date.now()) < 300_000, `${createTime} is now`);
        },
      },
    },
  ];
}
