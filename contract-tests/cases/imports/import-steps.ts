import assert from 'node:assert/strict';
import type { Case } from '../../suite/case.ts';
import type { CaseContext } from '../../suite/case-context.ts';
import { csvHeader, importIn, invalidCsvLine, newCsvLine } from '../../suite/features/imports.ts';
import { requireRecord, versionedTarget } from '../../suite/records/records.ts';
import { type TestedEntity, unchangedBody } from '../../suite/records/tested-entity.ts';
import { type ApiResponse, type RequestInput, send } from '../../suite/requests/client.ts';
import type { RecordData } from '../../suite/requests/response-data.ts';
import { importCorrectionCases } from './import-corrections.ts';
import { callAsAdmin, findCity, rowsOf } from './import-rows.ts';

const admin = { role: 'admin' };
const importer = ['city:read', 'city:create', 'city:update', 'city:import', 'city:review'];
const codeOf = (line: string) => line.slice(0, line.indexOf(','));
const idOf = ({ params }: RequestInput) => Number(params?.id);

/** Tests the steps of an import: its parts, corrections, what happens meanwhile, and who may decide. */
export function importStepCases(entities: TestedEntity[]): Case[] {
  const city = entities.find(({ tag }) => tag === 'city');
  const rate = entities.find(({ review }) => review === 'none');
  const country = entities.find(({ tag }) => tag === 'country');
  if (!city || !country) return [];
  return [
    partsCase(),
    ...importCorrectionCases(country),
    ...meanwhileCases(city),
    ...secondPersonCases(),
    outlookCase(city),
    listCase(),
    deletionCase(),
    ...(rate ? [unreviewedCase(rate)] : []),
  ];
}

/** Tests that parts may come in any order, and again, and that the last missing one completes the file. */
function partsCase(): Case {
  const size = 1024 * 1024;
  const header = `${csvHeader}\n`;
  const first = header.padEnd(size - 40, `${newCsvLine()}\n`);
  const file = `${first.slice(0, first.lastIndexOf('\n') + 1)}${`${newCsvLine()}\n`.repeat(40)}`;
  const part = (index: number) => file.slice(index * size, (index + 1) * size);
  return {
    operationId: 'putImportPart',
    name: 'takes parts in any order and again, and has the file when the last missing one came',
    needs: admin,
    request: async ({ backend }) => {
      const { params } = await backend.imports.createImport(file.length);
      const put = async (index: number) => {
        const input = { params: { ...params, part: index }, rawBody: part(index) };
        return importIn(await backend.call(backend.operation('putImportPart'), 'admin', input));
      };
      for (const { status, ...job } of [await put(1), await put(1)])
        assert.deepEqual([status, Object(job).received], ['uploading', part(1).length]);
      return { params: { ...params, part: 0 }, rawBody: part(0) };
    },
    expect: {
      status: 200,
      check: (response) => {
        const { status, bytes, ...job } = importIn(response);
        assert.deepEqual([status, bytes, Object(job).received], ['uploaded', file.length, file.length]);
      },
    },
  };
}

/** Tests what an import does to records that somebody changes between its steps. */
function meanwhileCases(city: TestedEntity): Case[] {
  let input: RequestInput;
  let record: RecordData;
  const rename = async ({ backend }: CaseContext, current: RecordData) => {
    const body = { ...unchangedBody(city, current), name: 'Somebody else’s' };
    return requireRecord(
      (await backend.call(city.operations.update, 'editor', { ...versionedTarget(current), body })).data.record,
    );
  };
  return [
    {
      operationId: 'applyImport',
      name: 'leaves a record as it is that somebody has changed since it was staged, or whose change is in review',
      needs: admin,
      request: async (context) => {
        record = await context.records.create(city, 'pending', 'editor');
        const active = await context.records.create(city, 'active', 'editor');
        const lines = [record, active].map(({ code, country }) => `${code},Imported,${country}`);
        input = await context.backend.imports.stageImport([...lines, newCsvLine()]);
        record = await rename(context, record);
        await context.backend.call(city.operations.update, 'editor', {
          ...versionedTarget(active),
          body: { ...unchangedBody(city, active), name: 'Proposed' },
        });
        return { ...input, body: { rows: 'sound', status: 'pending' } };
      },
      expect: {
        status: 202,
        check: async (_, context) => {
          await context.backend.imports.waitForStatus(input, 'applied');
          const rows = await rowsOf(context, input);
          assert.deepEqual(
            rows.map(({ outcome }) => outcome),
            ['conflicting', 'conflicting', 'created'],
          );
          assert.deepEqual(await findCity(context, String(record.code)), record);
        },
      },
    },
    {
      operationId: 'revertImport',
      name: 'keeps the records that somebody has changed since, and says so',
      needs: admin,
      request: async (context) => {
        const line = newCsvLine();
        input = await context.backend.imports.applyImport([line, newCsvLine()]);
        record = await rename(context, requireRecord(await findCity(context, codeOf(line))));
        context.records.track(city, record);
        return input;
      },
      expect: {
        status: 202,
        check: async (_, context) => {
          await context.backend.imports.waitForStatus(input, 'reverted');
          const rows = await rowsOf(context, input);
          assert.deepEqual(
            rows.map(({ outcome }) => outcome),
            ['kept', 'removed'],
          );
          assert.deepEqual(await findCity(context, String(record.code)), record);
        },
      },
    },
    {
      operationId: 'decideImport',
      name: 'leaves what somebody has changed since, and decides on the changes that it proposed',
      needs: { role: 'reviewer' },
      request: async (context) => {
        const active = await context.records.create(city, 'active', 'editor');
        const line = newCsvLine();
        const lines = [`${line}${active.country}`, `${active.code},Imported,${active.country}`];
        input = await context.backend.imports.applyImport(lines, 'editor');
        const rows = await rowsOf(context, input);
        assert.deepEqual(
          rows.map(({ outcome }) => outcome),
          ['created', 'proposed'],
        );
        record = active;
        context.records.track(city, await rename(context, requireRecord(await findCity(context, codeOf(line)))));
        return { ...input, body: { event: 'approve' } };
      },
      expect: {
        status: 202,
        check: async (_, context) => {
          await context.backend.imports.waitForStatus(input, 'applied');
          const { decision } = importIn(await callAsAdmin(context, 'getImport', input)) as unknown as {
            decision: { done: number; left: number; causes?: object };
          }; // Cast: validated by its own cases.
          assert.deepEqual([decision.done, decision.left, decision.causes], [1, 1, { changed: 1 }]);
          const changed = await findCity(context, String(record.code));
          assert.deepEqual([changed?.name, changed?.status], ['Imported', 'active']);
        },
      },
    },
  ];
}

/** Tests that nobody decides on an import in which they had any part. */
function secondPersonCases(): Case[] {
  const parts = {
    'brought in and applied': async ({ backend }: CaseContext, token: string, input: RequestInput) => {
      await backend.callWith(token, backend.operation('applyImport'), {
        ...input,
        body: { rows: 'sound', status: 'pending' },
      });
    },
    corrected: async (context: CaseContext, token: string, input: RequestInput) => {
      const [row] = await rowsOf(context, input);
      const body = { cells: [{ row: 1, column: 'name', from: row?.cells[1], to: 'Corrected Town' }] };
      await context.backend.callWith(token, context.backend.operation('correctImport'), { ...input, body });
      await callAsAdmin(context, 'applyImport', { ...input, body: { rows: 'sound', status: 'pending' } });
    },
  };
  return Object.entries(parts).flatMap(([what, takePart]) =>
    ['approve', 'reject'].map((event): Case => {
      let input: RequestInput;
      return {
        operationId: 'decideImport',
        name: `refuses to ${event} what the caller has ${what}, and decides nothing`,
        needs: admin,
        request: async (context) => {
          const { backend } = context;
          const { token } = await backend.spareMember.withPermissions(...importer);
          const call = (id: string, body?: object) =>
            backend.callWith(token, backend.operation(id), { ...input, ...(body && { body }) });
          const file = `${csvHeader}\n${newCsvLine()}\n`;
          if (what === 'corrected') input = await backend.imports.stageImport();
          else {
            const created = await backend.callWith(token, backend.operation('createImport'), {
              body: backend.imports.newImportBody(file.length),
            });
            input = { params: { id: backend.imports.track(created).id } };
            const part = { params: { ...input.params, part: 0 }, rawBody: file };
            await backend.callWith(token, backend.operation('putImportPart'), part);
            await call('previewImport', {});
            await call('stageImport');
            await backend.imports.waitForStatus(input, 'staged');
          }
          await takePart(context, token, input);
          await backend.imports.waitForStatus(input, 'applied');
          const job = importIn(await call('getImport'));
          assert.equal(Object(job).ownWork, true, 'it is the caller’s own work');
          return { ...input, headers: { authorization: `Bearer ${token}` }, body: { event, reason: 'a reason' } };
        },
        expect: {
          status: 409,
          key: 'secondPerson',
          check: async (_, context) => {
            const [row] = await rowsOf(context, input);
            const record = await findCity(context, row?.cells[0] ?? '');
            assert.equal(record?.status, 'pending');
            assert.equal(Object(importIn(await callAsAdmin(context, 'getImport', input))).decision, null);
          },
        },
      };
    }),
  );
}

function outlookCase(city: TestedEntity): Case {
  let input: RequestInput;
  return {
    operationId: 'getImportOutlook',
    name: 'foresees nothing before the import is applied, and after it what each event would do',
    needs: { role: 'reviewer' },
    request: async (context) => {
      const { country } = await context.records.freshBody(city);
      input = await context.backend.imports.stageImport([`${newCsvLine()}${country}`, newCsvLine()], 'editor');
      return input;
    },
    expect: {
      status: 200,
      check: async ({ data }, context) => {
        type Outlook = Record<'approve' | 'reject' | 'activate', { ready: number; left: object }> & {
          missing: object[];
        };
        const before = data as unknown as Outlook; // Cast: validated.
        assert.deepEqual([before.approve.ready, before.reject.ready, before.activate.ready], [0, 0, 0]);
        const { backend } = context;
        const body = { rows: 'sound', status: 'pending' };
        await backend.call(backend.operation('applyImport'), 'editor', { ...input, body });
        await backend.imports.waitForStatus(input, 'applied');
        const after = (await backend.call(backend.operation('getImportOutlook'), 'reviewer', input)).data;
        const { approve, reject, activate, missing } = after as unknown as Outlook; // Cast: as above.
        assert.deepEqual(approve, { ready: 1, left: { incomplete: 1 } });
        assert.deepEqual(reject, { ready: 2, left: {} });
        assert.deepEqual(activate, { ready: 0, left: { decided: 2 } });
        assert.deepEqual(missing, [{ pointer: '/country', count: 1 }]);
        const own = (await backend.call(backend.operation('getImportOutlook'), 'editor', input)).data;
        assert.deepEqual((own as unknown as Outlook).approve.ready, 0, 'the importer would decide on none'); // Cast: as above.
      },
    },
  };
}

function listCase(): Case {
  let ids: number[] = [];
  return {
    operationId: 'listImports',
    name: 'has the newest first, on pages without gaps, of the kinds that are asked for and may be seen',
    needs: admin,
    request: async ({ backend }) => {
      ids = [];
      for (let count = 0; count < 3; count += 1) ids.unshift(idOf(await backend.imports.createImport()));
      return { query: { entity: 'city', limit: 3 } };
    },
    expect: {
      status: 200,
      check: async ({ data }, { backend }) => {
        const idsIn = (items: unknown) => (items as { id: number }[]).map(({ id }) => id); // Cast: validated.
        assert.deepEqual(idsIn(data.items), ids);
        const read = (query: Record<string, string | number>) =>
          backend.call(backend.operation('listImports'), 'admin', { query });
        const paged: number[] = [];
        let cursor: string | null | undefined;
        for (let count = 0; count < 3; count += 1) {
          const page = await read({ entity: 'city', limit: 1, ...(cursor && { cursor }) });
          paged.push(...idsIn(page.data.items));
          cursor = page.data.nextCursor;
        }
        assert.deepEqual(paged, ids, 'pages of one');
        const others = await read({ entity: 'airline', limit: 100 });
        assert.ok(!idsIn(others.data.items).some((id) => ids.includes(id)), 'another kind has none of them');
        const whole = await read({ limit: 100 });
        assert.deepEqual(
          idsIn(whole.data.items).filter((id) => ids.includes(id)),
          ids,
        );
        const token = await backend.spareMember.previewToken('airline:read', 'airline:import');
        const hidden = await send(
          backend.address.url,
          backend.operation('listImports'),
          { query: { limit: 100 } },
          token,
        );
        assert.ok(!idsIn(hidden.data.items).some((id) => ids.includes(id)), 'who may not import the kind sees none');
      },
    },
  };
}

function deletionCase(): Case {
  let input: RequestInput;
  return {
    operationId: 'deleteImport',
    name: 'leaves nothing of an import, its rows or its file',
    needs: admin,
    request: async ({ backend }) => {
      input = await backend.imports.stageImport([newCsvLine(), invalidCsvLine]);
      return input;
    },
    expect: {
      status: 200,
      check: async (_, { backend }) => {
        for (const id of ['getImport', 'listImportRows', 'exportImportReport', 'listImportValues']) {
          const { status }: ApiResponse = await backend.tryCall(backend.operation(id), 'admin', input);
          assert.equal(status, 404, id);
        }
        const { data } = await backend.call(backend.operation('listImports'), 'admin', {
          query: { entity: 'city', limit: 100 },
        });
        assert.ok(!(data.items as { id: number }[]).some(({ id }) => id === idOf(input))); // Cast: validated by its own cases.
      },
    },
  };
}

/** Tests that what is new comes in active where the kind needs no second person and the caller may review it. */
function unreviewedCase(rate: TestedEntity): Case {
  let input: RequestInput;
  let body: Record<string, unknown>;
  return {
    entity: rate,
    operationId: 'applyImport',
    name: 'writes new records of a kind without a second person as active where that is asked for',
    needs: admin,
    request: async ({ backend, records }) => {
      body = await records.freshBody(rate);
      const names = Object.keys(body).filter((name) => body[name] !== null);
      const file = `${names.join(',')}\n${names.map((name) => body[name]).join(',')}\n`;
      input = await backend.imports.stageFile(Buffer.from(file), { entity: rate.tag });
      return { ...input, body: { rows: 'all', status: 'active' } };
    },
    expect: {
      status: 202,
      check: async (_, { backend }) => {
        await backend.imports.waitForStatus(input, 'applied');
        const query = { source: String(body.source), view: 'all' };
        const { data } = await backend.call(rate.operations.list, 'admin', { query });
        const [record] = data.items as RecordData[]; // Cast: validated by its own cases.
        assert.deepEqual([record?.status, record?.quotedAt], ['active', body.quotedAt]);
      },
    },
  };
}
