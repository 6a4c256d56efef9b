import assert from 'node:assert/strict';
import type { Case } from '../../suite/case.ts';
import type { CaseContext } from '../../suite/case-context.ts';
import { importIn, newCsvLine } from '../../suite/features/imports.ts';
import type { TestedEntity } from '../../suite/records/tested-entity.ts';
import type { ApiResponse, RequestInput } from '../../suite/requests/client.ts';
import type { RecordData } from '../../suite/requests/response-data.ts';

interface Job {
  id: number;
  status: string;
  outcomes: Record<string, number>;
  decision: { event: string; by: string; time: string; done: number; left: number; causes?: object } | null;
  appliedBy: string | null;
  applyTime: string | null;
  revertedBy: string | null;
  revertTime: string | null;
  ownWork: boolean;
  changeSetId?: number;
}

interface AppliedFile {
  id: number;
  complete: string;
  incomplete: string;
  changed: RecordData;
}

const permissions = ['city:read', 'city:create', 'city:update', 'city:import', 'city:review'];

const jobIn = (response: Pick<ApiResponse, 'data'>): Job => importIn(response) as unknown as Job; // Cast: validated.
const codeOf = (line: string): string => line.slice(0, line.indexOf(','));

/** Applies a file of a complete and an incomplete new city, of a pending one under another name, and of an unknown country. */
async function applyMixedFile(context: CaseContext, city: TestedEntity, role: string): Promise<AppliedFile> {
  const changed = await context.records.create(city, 'pending', 'editor');
  const [complete, incomplete] = [`${newCsvLine()}${changed.country}`, newCsvLine()];
  const lines = [complete, incomplete, `${changed.code},Renamed,${changed.country}`, 'SAMPLE7,Sample,Nowhere at all'];
  const { params } = await context.backend.imports.applyImport(lines, role);
  return { id: Number(params?.id), complete: codeOf(complete), incomplete: codeOf(incomplete), changed };
}

async function findCity({ backend }: CaseContext, code: string): Promise<RecordData | undefined> {
  const { data } = await backend.call(backend.operation('listCities'), 'admin', { query: { code, pageSize: 100 } });
  return (data.items as RecordData[]).find((record) => record.code === code); // Cast: validated before.
}

async function reloadJob({ backend }: CaseContext, id: number): Promise<Job> {
  return jobIn(await backend.call(backend.operation('getImport'), 'admin', { params: { id } }));
}

async function outcomesOf({ backend }: CaseContext, id: number): Promise<(string | null)[]> {
  const { data } = await backend.call(backend.operation('listImportRows'), 'admin', {
    params: { id },
    query: { limit: 100 },
  });
  return (data.items as { outcome: string | null }[]).map(({ outcome }) => outcome); // Cast: validated before.
}

/** Tests what applying, deciding on and reverting an import does to its records, and says about it. */
export function importOutcomeCases(entities: TestedEntity[]): Case[] {
  const city = entities.find(({ tag }) => tag === 'city');
  if (!city) return [];
  let file: AppliedFile;
  const needs = { role: 'admin' };
  const applied =
    (role: string) =>
    async (context: CaseContext): Promise<RequestInput> => {
      file = await applyMixedFile(context, city, role);
      return { params: { id: file.id } };
    };
  return [
    {
      operationId: 'getImport',
      name: 'counts what became of the rows, and says who applied it and when',
      needs,
      request: applied('editor'),
      expect: {
        status: 200,
        check: async (response, context) => {
          const job = jobIn(response);
          assert.deepEqual(job.outcomes, { created: 2, updated: 1 });
          assert.deepEqual([job.appliedBy, job.revertedBy, job.revertTime], [context.username('editor'), null, null]);
          assert.ok(Math.abs(Date.parse(job.applyTime ?? '') - Date.now()) < 300_000, `${job.applyTime} is now`);
          assert.deepEqual(await outcomesOf(context, file.id), ['created', 'created', 'updated', null]);
          const created = await findCity(context, file.complete);
          assert.deepEqual(
            [created?.status, created?.createdBy, created?.country],
            ['pending', context.username('editor'), file.changed.country],
          );
          const updated = await findCity(context, String(file.changed.code));
          assert.deepEqual([updated?.name, updated?.version], ['Renamed', file.changed.version + 1]);
        },
      },
    },
    {
      operationId: 'listImportRows',
      name: 'finds by outcome, and by what the waiting record lacks',
      needs,
      request: async (context) => ({ ...(await applied('editor')(context)), query: { lacks: '/country', limit: 100 } }),
      expect: {
        status: 200,
        check: async ({ data }, context) => {
          const codesIn = (items: unknown) => (items as { code: string }[]).map(({ code }) => code); // Cast: validated.
          assert.deepEqual(codesIn(data.items), [file.incomplete]);
          const expected = {
            created: [file.complete, file.incomplete],
            updated: [file.changed.code],
          };
          for (const [outcome, codes] of Object.entries({ ...expected, unchanged: [], removed: [] })) {
            const input = { params: { id: file.id }, query: { outcome, limit: 100 } };
            const page = await context.backend.call(context.backend.operation('listImportRows'), 'admin', input);
            assert.deepEqual(codesIn(page.data.items), codes, outcome);
          }
        },
      },
    },
    {
      operationId: 'decideImport',
      name: 'approves what is complete, leaves the rest, and says who decided',
      needs: { role: 'reviewer' },
      request: async (context) => ({ ...(await applied('editor')(context)), body: { event: 'approve' } }),
      expect: {
        status: 202,
        check: async (_, context) => {
          await context.backend.imports.waitForStatus({ params: { id: file.id } }, 'applied');
          const { decision } = await reloadJob(context, file.id);
          assert.deepEqual([decision?.event, decision?.by], ['approve', context.username('reviewer')]);
          assert.deepEqual([decision?.done, decision?.left], [1, 1]);
          assert.deepEqual(decision?.causes, { incomplete: 1 });
          const statusOf = async (code: string) => (await findCity(context, code))?.status;
          assert.deepEqual(
            [await statusOf(file.complete), await statusOf(file.incomplete), await statusOf(String(file.changed.code))],
            ['approved', 'pending', 'pending'],
          );
        },
      },
    },
    {
      operationId: 'decideImport',
      name: 'rejects with the reason',
      needs: { role: 'reviewer' },
      request: async (context) => ({
        ...(await applied('editor')(context)),
        body: { event: 'reject', reason: 'of another source' },
      }),
      expect: {
        status: 202,
        check: async (_, context) => {
          await context.backend.imports.waitForStatus({ params: { id: file.id } }, 'applied');
          assert.deepEqual((await reloadJob(context, file.id)).decision?.done, 2);
          const record = await findCity(context, file.complete);
          assert.equal(record?.status, 'rejected');
          const history = await context.backend.call(city.operations.history, 'admin', { params: { id: record.id } });
          const [change] = history.data.items as { reason?: string; actor: string }[]; // Cast: validated before.
          assert.match(change?.reason ?? '', /of another source/);
          assert.equal(change?.actor, context.username('reviewer'));
        },
      },
    },
    {
      operationId: 'applyImport',
      name: 'puts the rows into a change set instead of writing them',
      needs: { role: 'editor' },
      request: async (context) => {
        const changed = await context.records.create(city, 'pending', 'editor');
        const line = `${newCsvLine()}${changed.country}`;
        const input = await context.backend.imports.stageImport(
          [line, `${changed.code},Renamed,${changed.country}`],
          'editor',
        );
        file = { id: Number(input.params?.id), complete: codeOf(line), incomplete: '', changed };
        return { ...input, body: { rows: 'all', status: 'active', as: 'set' } };
      },
      expect: {
        status: 202,
        check: async (_, context) => {
          await context.backend.imports.waitForStatus({ params: { id: file.id } }, 'applied');
          const job = await reloadJob(context, file.id);
          assert.deepEqual(job.outcomes, { proposed: 2 });
          const changeSet = await context.backend.changeSets.trackById(job.changeSetId ?? 0);
          assert.deepEqual([changeSet.status, changeSet.items], ['open', { city: 2 }]);
          assert.equal(changeSet.author, context.username('editor'));
          const items = await context.backend.changeSets.listItems(changeSet);
          assert.deepEqual(
            items.map(({ action, recordId }) => [action, recordId]),
            [
              ['create', null],
              ['update', file.changed.id],
            ],
          );
          assert.equal(await findCity(context, file.complete), undefined);
          const unchanged = await findCity(context, String(file.changed.code));
          assert.equal(unchanged?.version, file.changed.version);
          const reverting = { params: { id: file.id } };
          const operation = context.backend.operation('revertImport');
          const { data } = await context.backend.tryCall(operation, 'editor', reverting);
          assert.equal((data as { key?: string }).key, 'invalidTransition'); // Cast: validated before.
        },
      },
    },
    {
      operationId: 'decideImport',
      name: 'refuses whoever applied it, even with the permission to review',
      needs,
      request: async (context) => {
        const { token } = await context.backend.spareMember.withPermissions(...permissions);
        const { params } = await context.backend.imports.stageImport(undefined, 'admin');
        const body = { rows: 'all', status: 'pending' };
        await context.backend.callWith(token, context.backend.operation('applyImport'), { params: params ?? {}, body });
        await context.backend.imports.waitForStatus({ params: params ?? {} }, 'applied');
        return { params: params ?? {}, headers: { authorization: `Bearer ${token}` }, body: { event: 'approve' } };
      },
      expect: { status: 409, key: 'secondPerson' },
    },
    {
      operationId: 'revertImport',
      name: 'removes what was created, takes back what was changed, and says who did it',
      needs,
      request: applied('editor'),
      expect: {
        status: 202,
        check: async (_, context) => {
          await context.backend.imports.waitForStatus({ params: { id: file.id } }, 'reverted');
          const job = await reloadJob(context, file.id);
          assert.deepEqual(
            [job.status, job.appliedBy, job.revertedBy],
            ['reverted', context.username('editor'), context.username('admin')],
          );
          assert.ok(String(job.revertTime) >= String(job.applyTime), 'it was reverted after it was applied');
          assert.deepEqual(job.outcomes, { removed: 2, restored: 1 });
          assert.deepEqual(await outcomesOf(context, file.id), ['removed', 'removed', 'restored', null]);
          assert.equal(await findCity(context, file.complete), undefined);
          const restored = await findCity(context, String(file.changed.code));
          assert.deepEqual([restored?.name, restored?.version], [file.changed.name, file.changed.version + 2]);
        },
      },
    },
  ];
}
