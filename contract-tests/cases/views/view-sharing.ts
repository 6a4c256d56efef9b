import assert from 'node:assert/strict';
import type { Case } from '../../suite/case.ts';
import type { CaseContext } from '../../suite/case-context.ts';
import { asMember } from '../../suite/member-case.ts';
import { requireRecord, versionedTarget } from '../../suite/records/records.ts';
import { send } from '../../suite/requests/client.ts';
import type { RecordData } from '../../suite/requests/response-data.ts';
import {
  admin,
  createAs,
  idsOf,
  memberWith,
  type Reader,
  readCountries,
  updateAsAdmin,
  viewsOf,
} from './view-steps.ts';

/** Tests whom a shared view reaches, and whose default it is. */
export const viewSharingCases: Case[] = [...sharingCases(), ...ownerlessCases()];

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
