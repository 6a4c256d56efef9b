import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import type { StaffMember } from '../../suite/accounts/staff.ts';
import type { Case } from '../../suite/case.ts';
import type { CaseContext } from '../../suite/case-context.ts';
import { send } from '../../suite/client.ts';
import { asMember } from '../../suite/member-case.ts';
import { readAllPages, reader } from '../../suite/pages.ts';
import { requireRecord, versionedTarget } from '../../suite/records.ts';
import type { RecordData } from '../../suite/response-data.ts';

const admin = { role: 'admin' };
const readCountries = ['country:read'];

/** A member with one role, and the id of that role. */
interface Reader extends StaffMember {
  roleId: number;
}

async function memberWith({ backend }: CaseContext, permissions: string[]): Promise<Reader> {
  const { id } = await backend.spareMember.role(permissions);
  return { ...(await backend.spareMember.withPermissions(...permissions)), roleId: id };
}

interface ViewList {
  items: RecordData[];
  roles: { id: number }[];
}

async function viewsOf({ backend }: CaseContext, { token }: Pick<StaffMember, 'token'>): Promise<ViewList> {
  const { data } = await backend.callWith(token, backend.operation('listViews'), {});
  return data as unknown as ViewList; // Cast: validated by its own cases.
}

const idsOf = (items: { id: number }[]) => items.map(({ id }) => id);
const sorted = (ids: number[]) => ids.toSorted((a, b) => a - b);

async function createAs({ backend }: CaseContext, { token }: Pick<StaffMember, 'token'>, changes: object) {
  const body = backend.views.newBody(changes);
  return requireRecord((await backend.callWith(token, backend.operation('createView'), { body })).data.record);
}

const updateAsAdmin = ({ backend }: CaseContext, view: RecordData, changes: object) => {
  const { name, search, shared } = view;
  const input = { ...versionedTarget(view), body: { name, search, shared, ...changes } };
  return backend.call(backend.operation('updateView'), 'admin', input);
};

/** Tests who sees which view, with which roles, and whose default it is. */
export const viewReaderCases: Case[] = [
  orderCase(),
  unreadableListCase(),
  ...roleCases(),
  ...sharingCases(),
  ...ownerlessCases(),
];

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

/** Tests that sharing, changing and deleting reach everybody with whom a view is shared. */
function sharingCases(): Case[] {
  let member: Reader;
  let view: RecordData;
  const find = async (context: CaseContext) => (await viewsOf(context, member)).items.find(({ id }) => id === view.id);
  const setDefault = ({ backend }: CaseContext, isDefault: boolean) =>
    backend.callWith(member.token, backend.operation('setDefaultView'), {
      params: { id: view.id },
      body: { isDefault },
    });
  return [
    {
      operationId: 'updateView',
      name: 'shares a view with a role, keeps a default, and takes it back again',
      needs: admin,
      request: async (context) => {
        member = await memberWith(context, readCountries);
        view = await context.backend.views.create({ list: 'country' }, 'admin');
        assert.equal(await find(context), undefined, 'nobody else sees it');
        const { name, search } = view;
        return { ...versionedTarget(view), body: { name, search, shared: [member.roleId] } };
      },
      expect: {
        status: 200,
        check: async ({ data }, context) => {
          const saved = requireRecord(data.record);
          assert.deepEqual([saved.shared, saved.version, saved.createTime], [[member.roleId], 2, view.createTime]);
          assert.ok(String(saved.updateTime) > String(view.updateTime), 'updateTime advances');
          const shown = await find(context);
          assert.deepEqual(
            [shown?.own, shown?.editable, shown?.search, shown?.owner],
            [false, false, view.search, context.username('admin')],
          );
          await setDefault(context, true);
          const renamed = requireRecord((await updateAsAdmin(context, saved, { search: 'q=other' })).data.record);
          const now = await find(context);
          assert.deepEqual([now?.search, now?.isDefault, renamed.isDefault], ['q=other', true, false]);
          await updateAsAdmin(context, renamed, { shared: [] });
          assert.equal(await find(context), undefined, 'it is not shared any more');
        },
      },
    },
    {
      operationId: 'deleteView',
      name: 'leaves those with whom it was shared without a default, and their own views as they are',
      needs: admin,
      request: async (context) => {
        member = await memberWith(context, readCountries);
        view = await context.backend.views.create({ list: 'country', shared: [member.roleId] }, 'admin');
        await createAs(context, member, { name: `copy ${String(view.name).slice(-8)}`, search: view.search });
        await setDefault(context, true);
        return versionedTarget(view);
      },
      expect: {
        status: 200,
        check: async (_, context) => {
          const { items } = await viewsOf(context, member);
          const copy = items.find(({ name }) => name === `copy ${String(view.name).slice(-8)}`);
          assert.equal(copy?.search, view.search);
          assert.ok(!items.some(({ id, isDefault }) => id === view.id || isDefault), 'nothing is left of it');
          const { backend } = context;
          await backend.callWith(member.token, backend.operation('deleteView'), versionedTarget(requireRecord(copy)));
        },
      },
    },
    {
      operationId: 'setDefaultView',
      name: 'does not find a view that is not shared with the caller',
      needs: admin,
      request: async (context) => {
        view = await context.backend.views.create({}, 'admin');
        const { id } = view;
        return { ...asMember(await memberWith(context, readCountries), { isDefault: true }), params: { id } };
      },
      expect: { status: 404, key: 'notFound' },
    },
    ...[true, false].map(
      (isDefault): Case => ({
        operationId: 'updateView',
        name: `makes it the default view of its list${isDefault ? '' : ' no longer'}`,
        needs: { role: 'editor' },
        request: async ({ backend }) => {
          const earlier = await backend.views.create({ list: 'protocol', isDefault: true });
          view = isDefault ? await backend.views.create({ list: 'protocol' }) : earlier;
          const { name, search } = view;
          return { ...versionedTarget(view), body: { name: `${name} 2`, search, shared: [], isDefault } };
        },
        expect: {
          status: 200,
          check: async ({ data }, { backend }) => {
            assert.deepEqual([data.record?.isDefault, data.record?.version], [isDefault, 2]);
            const list = await backend.call(backend.operation('listViews'), 'editor', {});
            const defaults = (list.data.items as RecordData[]).filter(
              (item) => item.list === 'protocol' && item.isDefault,
            ); // Cast: validated by its own cases.
            assert.deepEqual(idsOf(defaults), isDefault ? [view.id] : []);
          },
        },
      }),
    ),
    ...(['updateView', 'deleteView'] as const).flatMap((operationId): Case[] => {
      const bodyOf = ({ name, search, shared }: RecordData) =>
        operationId === 'updateView' ? { body: { name, search, shared } } : {};
      return [
        {
          operationId,
          name: 'accepts any version of a view',
          needs: { role: 'editor' },
          request: async ({ backend }) => {
            const created = await backend.views.create();
            return { params: { id: created.id }, version: '*', ...bodyOf(created) };
          },
          expect: { status: 200 },
        },
        {
          operationId,
          name: 'refuses an earlier version of a view, with the view as it is now',
          needs: { role: 'editor' },
          request: async ({ backend }) => {
            const created = await backend.views.create();
            const body = { name: created.name, search: 'q=newer', shared: [] };
            const input = { ...versionedTarget(created), body };
            const { data } = await backend.call(backend.operation('updateView'), 'editor', input);
            view = requireRecord(data.record);
            return { ...versionedTarget(created), ...bodyOf(created) };
          },
          expect: {
            status: 412,
            key: 'versionConflict',
            check: async ({ data }, { backend }) => {
              assert.deepEqual(data.current, view);
              const list = await backend.call(backend.operation('listViews'), 'editor', {});
              const kept = (list.data.items as RecordData[]).find(({ id }) => id === view.id); // Cast: validated by its own cases.
              assert.deepEqual(kept, view, 'it stays as it was');
            },
          },
        },
      ];
    }),
  ];
}

/** Tests what becomes of a shared view whose owner’s account is deleted. */
function ownerlessCases(): Case[] {
  let member: Reader;
  let view: RecordData;
  let unshared: RecordData;
  const prepare = async (context: CaseContext) => {
    const { backend } = context;
    member = await memberWith(context, readCountries);
    const owner = await backend.staff.createMember([String((await backend.spareMember.role(readCountries)).name)]);
    view = await createAs(context, owner, { shared: [member.roleId] });
    unshared = await createAs(context, owner, {});
    const { id, version } = await backend.staff.reload(owner.record.id);
    await backend.call(backend.operation('deleteUser'), 'admin', { params: { id }, version });
  };
  return [
    {
      operationId: 'listViews',
      name: 'keeps a shared view of a deleted account for those who have it, and for administrators',
      needs: admin,
      needsDisposableBackend: true,
      request: async (context) => {
        await prepare(context);
        return asMember(member);
      },
      expect: {
        status: 200,
        check: async ({ data }, context) => {
          const items = data.items as RecordData[]; // Cast: validated before.
          const shown = items.find(({ id }) => id === view.id);
          const { owner, own, editable, name, search } = Object(shown);
          assert.deepEqual([owner, own, editable, name, search], [null, false, false, view.name, view.search]);
          assert.ok(!items.some(({ id }) => id === unshared.id), 'what was not shared is not there');
          const { backend } = context;
          const { data: all } = await backend.call(backend.operation('listViews'), 'admin', {});
          const forAdmin = (all.items as RecordData[]).find(({ id }) => id === view.id); // Cast: as above.
          assert.deepEqual([forAdmin?.owner, forAdmin?.own, forAdmin?.editable], [null, false, true]);
          const refused = await send(
            backend.address.url,
            backend.operation('deleteView'),
            { ...versionedTarget(view) },
            member.token,
          );
          assert.equal(refused.data.key, 'notOwner');
          await backend.call(backend.operation('deleteView'), 'admin', versionedTarget(view));
        },
      },
    },
    {
      operationId: 'updateView',
      name: 'lets an administrator change a view whose owner’s account was deleted',
      needs: admin,
      needsDisposableBackend: true,
      request: async (context) => {
        await prepare(context);
        return { ...versionedTarget(view), body: { name: `${view.name} 2`, search: 'q=a', shared: [member.roleId] } };
      },
      expect: {
        status: 200,
        check: async ({ data }, { backend }) => {
          const saved = requireRecord(data.record);
          assert.deepEqual([saved.name, saved.search, saved.owner], [`${view.name} 2`, 'q=a', null]);
          await backend.call(backend.operation('deleteView'), 'admin', versionedTarget(saved));
        },
      },
    },
  ];
}
