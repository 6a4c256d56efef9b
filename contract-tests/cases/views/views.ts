import assert from 'node:assert/strict';
import type { Case } from '../../suite/case.ts';
import { versionedTarget } from '../../suite/records/records.ts';
import type { RecordData } from '../../suite/requests/response-data.ts';

const editor = { role: 'editor' };
const toWriteBody = ({ name, search, shared }: RecordData) => ({ name, search, shared });

const saveCases: Case[] = [
  {
    operationId: 'listViews',
    name: 'lists the caller’s views and the roles to share them with',
    needs: editor,
    request: async ({ backend }) => {
      await backend.views.create();
      return {};
    },
    expect: {
      status: 200,
      check: ({ data }) => {
        const { items, roles } = data as unknown as { items: RecordData[]; roles: RecordData[] }; // Cast: validated.
        assert.equal(items[0]?.own, true);
        assert.ok(roles.length > 0, 'there are roles to share with');
      },
    },
  },
  {
    operationId: 'createView',
    name: 'saves a view that is not shared',
    needs: editor,
    request: ({ backend }) => ({ body: backend.views.newBody() }),
    expect: {
      status: 201,
      check: (response, { backend }) => {
        const { own, editable, shared, isDefault } = backend.views.track(response);
        assert.deepEqual([own, editable, shared, isDefault], [true, true, [], false]);
      },
    },
  },
  {
    operationId: 'createView',
    name: 'saves a view of the data log',
    needs: { role: 'admin' },
    request: ({ backend }) => ({
      body: backend.views.newBody({ list: 'data_log', search: 'entity=city&actor=editor' }),
    }),
    expect: {
      status: 201,
      check: (response, { backend }) => assert.equal(backend.views.track(response, 'admin').list, 'data_log'),
    },
  },
  {
    operationId: 'createView',
    name: 'refuses a name that the caller has given a view of this list',
    needs: editor,
    request: async ({ backend }) => {
      const { name } = await backend.views.create();
      return { body: backend.views.newBody({ name }) };
    },
    expect: { status: 409, key: 'duplicateView', fields: ['/name taken'] },
  },
  {
    operationId: 'createView',
    name: 'refuses a role that the caller does not see',
    needs: editor,
    request: ({ backend }) => ({ body: backend.views.newBody({ shared: [4_294_967_295] }) }),
    expect: { status: 422, key: 'validationError', fields: ['/shared/0 unknownReference'] },
  },
  {
    operationId: 'updateView',
    name: 'saves another name and query',
    needs: editor,
    request: async ({ backend }) => {
      const view = await backend.views.create();
      return {
        ...versionedTarget(view),
        body: { ...backend.views.newBody(), list: undefined, search: 'q=a', shared: [] },
      };
    },
    expect: {
      status: 200,
      check: ({ data }) => assert.deepEqual([data.record?.search, data.record?.version], ['q=a', 2]),
    },
  },
  {
    operationId: 'updateView',
    name: 'refuses a name that the caller has given another view of this list',
    needs: editor,
    request: async ({ backend }) => {
      const [view, other] = [await backend.views.create(), await backend.views.create()];
      return { ...versionedTarget(view), body: { ...toWriteBody(view), name: other.name } };
    },
    expect: { status: 409, key: 'duplicateView', fields: ['/name taken'] },
  },
  {
    operationId: 'deleteView',
    name: 'deletes a view',
    needs: editor,
    request: async ({ backend }) => versionedTarget(await backend.views.create()),
    expect: { status: 200 },
  },
  {
    operationId: 'setDefaultView',
    name: 'makes somebody else’s shared view the caller’s default',
    needs: { role: 'viewer' },
    request: async ({ backend }) => ({
      params: { id: (await backend.views.createShared()).id },
      body: { isDefault: true },
    }),
    expect: {
      status: 200,
      check: ({ data }) =>
        assert.deepEqual([data.record?.isDefault, data.record?.own, data.record?.version], [true, false, 1]),
    },
  },
];

export const viewCases: Case[] = [
  ...saveCases,
  ...['updateView', 'deleteView'].flatMap((operationId): Case[] => {
    const bodyOf = (view: RecordData) => (operationId === 'updateView' ? { body: toWriteBody(view) } : {});
    return [
      ...[99, undefined].map(
        (version): Case => ({
          operationId,
          name: version ? 'refuses a stale version' : 'requires a version',
          needs: editor,
          request: async ({ backend }) => {
            const view = await backend.views.create();
            return { params: { id: view.id }, ...bodyOf(view), ...(version ? { version } : {}) };
          },
          expect: version ? { status: 412, key: 'versionConflict' } : { status: 428, key: 'preconditionRequired' },
        }),
      ),
      {
        operationId,
        name: 'refuses somebody else’s shared view',
        needs: { role: 'viewer' },
        request: async ({ backend }) => {
          const view = await backend.views.createShared();
          return { ...versionedTarget(view), ...bodyOf(view) };
        },
        expect: { status: 403, key: 'notOwner' },
      },
      {
        operationId,
        name: 'does not find somebody else’s view that is not shared',
        needs: { role: 'viewer' },
        request: async ({ backend }) => {
          const view = await backend.views.create();
          return { ...versionedTarget(view), ...bodyOf(view) };
        },
        expect: { status: 404, key: 'notFound' },
      },
    ];
  }),
];
