import assert from 'node:assert/strict';
import type { Case } from '../../suite/case.ts';
import type { CaseContext } from '../../suite/case-context.ts';
import { newCsvLine } from '../../suite/features/imports.ts';
import type { TestedEntity } from '../../suite/records/tested-entity.ts';
import type { RecordData } from '../../suite/requests/response-data.ts';
import { callAsAdmin, findCity, rowsOf } from './import-rows.ts';

interface Row {
  state: string;
  code: string;
  problems: { rule: string }[];
}

interface RowDetails {
  row: Row;
  after: Record<string, unknown> | null;
}

const needs = { role: 'admin' };
const detailsIn = (data: object) => data as unknown as RowDetails; // Cast: validated before.

/** Beijing by WGS 84, which the systems of Chinese maps move by some hundred metres. */
const beijing = { latitude: 39.9087, longitude: 116.3975 };

/** Tests what the options of an import make of rows that refer to what is not there, and of places. */
export function importOptionCases(entities: TestedEntity[]): Case[] {
  const find = (tag: string) => entities.find((entity) => entity.tag === tag);
  const [city, country, airport] = [find('city'), find('country'), find('airport')];
  if (!city || !country || !airport) return [];
  return [...missingReferenceCases(country), ...placeCases(airport)];
}

function missingReferenceCases(country: TestedEntity): Case[] {
  let code = '';
  /** Stages a city of a country that is not there. */
  const stage = async (context: CaseContext, missingReferences: string) => {
    code = String((await context.records.freshBody(country)).code);
    const file = Buffer.from(`code,name,country\n${newCsvLine()}${code}\n`);
    return context.backend.imports.stageFile(file, {}, { missingReferences });
  };
  const staged = (
    missingReferences: string,
    name: string,
    state: string,
    check: (details: RowDetails) => void,
  ): Case => ({
    operationId: 'getImportRow',
    name,
    needs,
    request: async (context) => {
      const { params } = await stage(context, missingReferences);
      return { params: { ...params, row: 1 } };
    },
    expect: {
      status: 200,
      check: ({ data }) => {
        const details = detailsIn(data);
        assert.equal(details.row.state, state);
        check(details);
      },
    },
  });
  return [
    staged('refuse', 'refuses a row that refers to what is not there', 'refused', ({ row }) =>
      assert.deepEqual(
        row.problems.map(({ rule }) => rule),
        ['unknownReference'],
      ),
    ),
    staged(
      'leave',
      'leaves the field empty that refers to what is not there, where that is asked for',
      'new',
      ({ after }) => assert.equal(after?.country ?? null, null),
    ),
    {
      operationId: 'getImport',
      name: 'creates along what a row refers to, pending, and takes it back with the import',
      needs,
      request: async (context) => {
        const input = await stage(context, 'create');
        await callAsAdmin(context, 'applyImport', { ...input, body: { rows: 'all', status: 'pending' } });
        return context.backend.imports.waitForStatus(input, 'applied');
      },
      expect: {
        status: 200,
        check: async ({ data }, context) => {
          const { id } = Object(data).import as { id: number }; // Cast: validated before.
          const [row] = (await rowsOf(context, { params: { id } })) as unknown as Row[]; // Cast: validated before.
          const created = await findCity(context, row?.code ?? '');
          assert.equal(created?.country, code);
          const countries = async () =>
            (await callAsAdmin(context, 'listCountries', { query: { code } })).data.items as RecordData[]; // Cast: as above.
          assert.deepEqual(
            (await countries()).map(({ status }) => status),
            ['pending'],
          );
          await callAsAdmin(context, 'revertImport', { params: { id } });
          await context.backend.imports.waitForStatus({ params: { id } }, 'reverted');
          assert.deepEqual(await countries(), [], 'the country is gone too');
        },
      },
    },
  ];
}

function placeCases(airport: TestedEntity): Case[] {
  const { latitude, longitude } = beijing;
  const placed = (name: string, options: object, check: (after: Record<string, unknown>) => void): Case => ({
    operationId: 'getImportRow',
    name,
    needs,
    request: async (context) => {
      const { code } = await context.records.freshBody(airport);
      const file = Buffer.from(`code,name,latitude,longitude\n${code},Sample,${latitude},${longitude}\n`);
      const { params } = await context.backend.imports.stageFile(file, { entity: 'airport' }, options);
      return { params: { ...params, row: 1 } };
    },
    expect: {
      status: 200,
      check: ({ data }) => check(detailsIn(data).after ?? assert.fail('the row becomes a record')),
    },
  });
  /** How far the record is from what stands in the file, in degrees. */
  const shift = (after: Record<string, unknown>) =>
    Math.hypot(Number(after.latitude) - latitude, Number(after.longitude) - longitude);
  return [
    placed(
      'keeps WGS 84 coordinates, and fills in no time zone unless it is asked to',
      { coordinates: 'wgs84', timeZones: false },
      (after) =>
        assert.deepEqual([after.latitude, after.longitude, after.timezone ?? null], [latitude, longitude, null]),
    ),
    placed('fills in the time zone of the coordinates', { timeZones: true }, ({ timezone }) =>
      assert.equal(timezone, 'Asia/Shanghai'),
    ),
    ...(['gcj02', 'bd09'] as const).map((coordinates) =>
      placed(`converts coordinates of ${coordinates} to WGS 84`, { coordinates }, (after) =>
        assert.ok(shift(after) > 0.001 && shift(after) < 0.03, `moved by ${shift(after)} degrees`),
      ),
    ),
  ];
}
