import assert from 'node:assert/strict';
import type { Case } from '../../suite/case.ts';
import type { CaseContext } from '../../suite/case-context.ts';
import { importIn, invalidCsvLine, newCsvLine } from '../../suite/features/imports.ts';
import type { TestedEntity } from '../../suite/records/tested-entity.ts';
import type { RequestInput } from '../../suite/requests/client.ts';
import type { RecordData } from '../../suite/requests/response-data.ts';
import { callAsAdmin, findCity, rowsOf } from './import-rows.ts';

const admin = { role: 'admin' };
const unknownCountry = (code: string) => `${code},Sample,Nowhere at all`;

async function apply(context: CaseContext, input: RequestInput): Promise<void> {
  await callAsAdmin(context, 'applyImport', { ...input, body: { rows: 'sound', status: 'pending' } });
  await context.backend.imports.waitForStatus(input, 'applied');
}

/** Tests that users can correct cells of an import, leave rows out, and choose between rows with the same key. */
export const importCorrectionCases = (country: TestedEntity): Case[] => [...correctionCases(), ...choiceCases(country)];

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
