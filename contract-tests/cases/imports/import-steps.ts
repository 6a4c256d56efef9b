import assert from 'node:assert/strict';
import type { Case } from '../../suite/case.ts';
import type { CaseContext } from '../../suite/case-context.ts';
import { type ApiResponse, type RequestInput, send } from '../../suite/client.ts';
import { csvHeader, importIn, invalidCsvLine, newCsvLine } from '../../suite/imports.ts';
import { readAllByCursor, reader } from '../../suite/pages.ts';
import { requireRecord, versionedTarget } from '../../suite/records.ts';
import type { RecordData } from '../../suite/response-data.ts';
import { type TestedEntity, unchangedBody } from '../../suite/tested-entity.ts';

interface Row {
  row: number;
  state: string;
  outcome: string | null;
  cells: string[];
  original: string[] | null;
  problems: { rule: string }[];
}

const admin = { role: 'admin' };
const importer = ['city:read', 'city:create', 'city:update', 'city:import', 'city:review'];
const codeOf = (line: string) => line.slice(0, line.indexOf(','));
const idOf = ({ params }: RequestInput) => Number(params?.id);
const unknownCountry = (code: string) => `${code},Sample,Nowhere at all`;

async function rowsOf({ backend }: CaseContext, { params }: RequestInput): Promise<Row[]> {
  const read = reader(backend, backend.operation('listImportRows'), 'admin', params);
  return (await readAllByCursor<Row>(read, {}, 100)).items;
}

const callAsAdmin = ({ backend }: CaseContext, id: string, input: RequestInput) =>
  backend.call(backend.operation(id), 'admin', input);

async function findCity(context: CaseContext, code: string): Promise<RecordData | undefined> {
  const { data } = await callAsAdmin(context, 'listCities', { query: { code } });
  return (data.items as RecordData[])[0]; // Cast: validated by its own cases.
}

async function apply(context: CaseContext, input: RequestInput): Promise<void> {
  await callAsAdmin(context, 'applyImport', { ...input, body: { rows: 'sound', status: 'pending' } });
  await context.backend.imports.waitForStatus(input, 'applied');
}

/** Tests the steps of an import: its parts, corrections, what happens meanwhile, and who may decide. */
export function importStepCases(entities: TestedEntity[]): Case[] {
  const city = entities.find(({ tag }) => tag === 'city');
  const rate = entities.find(({ review }) => review === 'none');
  const country = entities.find(({ tag }) => tag === 'country');
  if (!city || !country) return [];
  return [
    partsCase(),
    ...correctionCases(),
    ...choiceCases(country),
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

function correctionCases(): Case[] {
  const base = { operationId: 'correctImport', needs: admin };
  const staged = ({ backend }: CaseContext) =>
    backend.imports.stageImport([
      unknownCountry('SAMPLE7'),
      unknownCountry('SAMPLE8'),
      'SAMPLE9,Sample,Nobody knows',
      newCsvLine(),
    ]);
  let input: RequestInput;
  const correct = (context: CaseContext, body: object) => callAsAdmin(context, 'correctImport', { ...input, body });
  return [
    {
      ...base,
      name: 'sets all cells of a column that hold the same, and back to what stands in the file',
      request: async (context) => {
        input = await staged(context);
        return {
          ...input,
          body: { alike: { column: 'country', from: 'Nowhere at all', to: '', rule: 'unknownReference' } },
        };
      },
      expect: {
        status: 200,
        check: async (response, context) => {
          const { rows: corrected, left } = response.data as unknown as { rows: number; left: number }; // Cast: validated.
          assert.deepEqual([corrected, left], [2, 0]);
          const rows = await rowsOf(context, input);
          assert.deepEqual(
            rows.map(({ cells, state }) => [cells[2], state]),
            [
              ['', 'new'],
              ['', 'new'],
              ['Nobody knows', 'refused'],
              ['', 'new'],
            ],
          );
          assert.deepEqual(
            rows.map(({ original }) => original?.[2] ?? null),
            ['Nowhere at all', 'Nowhere at all', null, null],
          );
          const back = await correct(context, { cells: [{ row: 1, column: 'country', from: '', to: null }] });
          const { counts } = importIn(back) as unknown as { counts: Record<string, number> }; // Cast: validated.
          assert.deepEqual([counts.new, counts.refused, counts.corrected], [2, 2, 1]);
          const [first] = await rowsOf(context, input);
          assert.deepEqual([first?.cells[2], first?.original, first?.state], ['Nowhere at all', null, 'refused']);
        },
      },
    },
    {
      ...base,
      name: 'corrects nothing where a cell holds something else by now, and names it',
      request: async (context) => {
        input = await staged(context);
        await correct(context, { cells: [{ row: 2, column: 'country', from: 'Nowhere at all', to: '' }] });
        const cell = { column: 'country', from: 'Nowhere at all', to: 'Elsewhere' };
        return {
          ...input,
          body: {
            cells: [
              { row: 1, ...cell },
              { row: 2, ...cell },
            ],
          },
        };
      },
      expect: {
        status: 412,
        key: 'versionConflict',
        fields: ['/cells/1/from changedSince'],
        check: async (_, context) => {
          const rows = await rowsOf(context, input);
          assert.deepEqual(
            rows.slice(0, 2).map(({ cells }) => cells[2]),
            ['Nowhere at all', ''],
          );
        },
      },
    },
    {
      ...base,
      name: 'leaves rows out, which are not applied, and takes them in again',
      request: async (context) => {
        input = await context.backend.imports.stageImport([newCsvLine(), newCsvLine(), newCsvLine()]);
        return { ...input, body: { rows: [1, 2].map((row) => ({ row, excluded: true })) } };
      },
      expect: {
        status: 200,
        check: async (_, context) => {
          const states = async () => (await rowsOf(context, input)).map(({ state }) => state);
          assert.deepEqual(await states(), ['excluded', 'excluded', 'new']);
          await correct(context, { rows: [{ row: 2, excluded: false }] });
          assert.deepEqual(await states(), ['excluded', 'new', 'new']);
          await apply(context, input);
          const rows = await rowsOf(context, input);
          assert.deepEqual(
            rows.map(({ outcome }) => outcome),
            [null, 'created', 'created'],
          );
          assert.equal(await findCity(context, rows[0]?.cells[0] ?? ''), undefined);
        },
      },
    },
    {
      operationId: 'stageImport',
      name: 'has no corrections of a file that is checked again',
      needs: admin,
      request: async (context) => {
        input = await staged(context);
        await correct(context, { cells: [{ row: 1, column: 'country', from: 'Nowhere at all', to: '' }] });
        return input;
      },
      expect: {
        status: 202,
        check: async (_, context) => {
          await context.backend.imports.waitForStatus(input, 'staged');
          const [first] = await rowsOf(context, input);
          assert.deepEqual([first?.cells[2], first?.original, first?.state], ['Nowhere at all', null, 'refused']);
        },
      },
    },
    {
      operationId: 'applyImport',
      name: 'writes what was corrected',
      needs: admin,
      request: async (context) => {
        input = await context.backend.imports.stageImport([newCsvLine(), invalidCsvLine]);
        const [first] = await rowsOf(context, input);
        const cell = { row: 1, column: 'name', from: first?.cells[1], to: 'Corrected Town' };
        await correct(context, { cells: [cell], rows: [{ row: 2, excluded: true }] });
        return { ...input, body: { rows: 'all', status: 'pending' } };
      },
      expect: {
        status: 202,
        check: async (_, context) => {
          await context.backend.imports.waitForStatus(input, 'applied');
          const [first] = await rowsOf(context, input);
          assert.equal((await findCity(context, first?.cells[0] ?? ''))?.name, 'Corrected Town');
        },
      },
    },
  ];
}

function choiceCases(country: TestedEntity): Case[] {
  let input: RequestInput;
  let referred: RecordData;
  return [
    {
      operationId: 'chooseImportRow',
      name: 'takes another row in place of the one that was chosen before',
      needs: admin,
      request: async (context) => {
        const line = newCsvLine();
        input = await context.backend.imports.stageImport([line, line.replace('Sample', 'Second'), newCsvLine()]);
        await callAsAdmin(context, 'chooseImportRow', { params: { ...input.params, row: 1 } });
        const states = (await rowsOf(context, input)).map(({ state }) => state);
        assert.deepEqual(states, ['new', 'refused', 'new'], 'the first is chosen');
        return { params: { ...input.params, row: 2 } };
      },
      expect: {
        status: 200,
        check: async (_, context) => {
          const rows = await rowsOf(context, input);
          assert.deepEqual(
            rows.map(({ state, problems }) => [state, problems.map(({ rule }) => rule)]),
            [
              ['refused', ['duplicateInFile']],
              ['new', []],
              ['new', []],
            ],
          );
          await apply(context, input);
          assert.equal((await findCity(context, rows[0]?.cells[0] ?? ''))?.name, 'Second');
        },
      },
    },
    {
      operationId: 'getImportRow',
      name: 'has no fields of a row that is refused, and the names of what another one refers to',
      needs: admin,
      request: async ({ backend, records }) => {
        referred = await records.create(country, 'pending', 'editor');
        input = await backend.imports.stageImport([invalidCsvLine, `${newCsvLine()}${referred.code}`]);
        return { params: { ...input.params, row: 1 } };
      },
      expect: {
        status: 200,
        check: async ({ data }, context) => {
          const { before, after, changes } = data as unknown as { before: null; after: null; changes: string[] }; // Cast: validated.
          assert.deepEqual([before, after, changes], [null, null, []]);
          const second = await callAsAdmin(context, 'getImportRow', { params: { ...input.params, row: 2 } });
          const found = second.data as unknown as { before: null; after: Record<string, unknown> }; // Cast: as above.
          assert.deepEqual([found.before, found.after.country], [null, referred.code]);
          const label = second.data.labels?.country?.[String(referred.code)];
          assert.equal(label?.name, referred.name);
        },
      },
    },
  ];
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
