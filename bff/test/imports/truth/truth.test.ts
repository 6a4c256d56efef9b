import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import type { EntityRecord } from '#crud/model.ts';
import { entities } from '../../../src/entities/index.ts';
import type { EntityKey } from '../../../src/http/contract.ts';
import { fetchExportedRecords } from '../../kit/files/export-files.ts';
import { setUpImports } from '../import-client.ts';
import { type ExpectedRow, fieldsToWrite, fieldValue, isSameValue, type RowState, stateOf } from './expected-rows.ts';
import { type ExistingRecords, publicSets } from './public-sets.ts';

/** The folder of the public sets, which are too large for the repository. */
const folder = process.env.GAZETTEER_DATA;
const TIMEOUT_MS = 1_800_000;
const folderOptions = { tags: ['slow'], skip: folder === undefined, timeout: TIMEOUT_MS };

const SAMPLE_ROWS = 60;
const MAX_DIFFERENCES = 10;

const keyOf = (record: EntityRecord) =>
  'base' in record
    ? [record.base, record.quote, record.source, record.quotedAt].join(' ')
    : String(record.code ?? record.telegraphCode);

describe(
  'public sets give the results that are computed from their raw files (GAZETTEER_DATA names their folder)',
  folderOptions,
  async () => {
    if (folder === undefined) {
      test('no folder is named', () => {});
      return;
    }
    const { imports, editor } = await setUpImports(TIMEOUT_MS);
    const records = new Map<EntityKey, Map<string, EntityRecord>>();

    beforeAll(async () => {
      for (const entity of entities) {
        // Without `view` an export of rates has only the newest ones.
        const exportedRecords = await fetchExportedRecords(
          editor,
          entity,
          entity.key === 'rate_board' ? { view: 'all' } : {},
        );
        records.set(entity.key, new Map(exportedRecords.map((record) => [keyOf(record), record])));
      }
    });

    const queryExisting = (): ExistingRecords => {
      const cities = [...(records.get('city')?.values() ?? [])];
      const hasName = (name: string) => (city: EntityRecord) => {
        const names = Object.values((city.locales ?? {}) as Record<string, { name?: string }>).map(
          (translation) => translation.name,
        );
        return [city.name, ...names].some((cityName) => String(cityName ?? '').toLowerCase() === name.toLowerCase());
      };
      return {
        has: (entity, code) => records.get(entity)?.has(code) ?? false,
        findCityCode(name) {
          const matchingCities = name === '' ? [] : cities.filter(hasName(name));
          return matchingCities.length === 1 ? String(matchingCities[0]?.code) : undefined;
        },
      };
    };

    test.each(publicSets)('$file', async ({ file, entity, preset, options, rows: computeRows }) => {
      const filePath = path.join(folder, file);
      expect(existsSync(filePath)).toBe(true);
      const currentRecords = records.get(entity);
      const rows = computeRows(filePath, queryExisting());
      const states = rows.map((row) => stateOf(row, currentRecords?.get(row.key)));
      const expected: Record<string, number> = { new: 0, changed: 0, unchanged: 0, refused: 0, conflicting: 0 };
      for (const state of states) expected[state] = (expected[state] ?? 0) + 1;

      const {
        id,
        options: detectedOptions,
        counts,
      } = await imports.uploadAndStage(editor, {
        entity,
        content: readFileSync(filePath),
        filename: path.basename(file),
        ...(options && { options }),
      });
      console.log(`${file}: expected ${JSON.stringify(expected)}, imported ${JSON.stringify(counts)}`);
      expect(detectedOptions?.preset).toBe(preset);
      const differences = await findDifferences(id, rows, states);
      expect({ counts, differences }).toEqual({ counts: expect.objectContaining(expected), differences: [] });

      const writtenRows = rows.flatMap((row, index) =>
        states[index] === 'new' || states[index] === 'changed' ? [{ row, n: index + 1 }] : [],
      );
      const step = Math.max(1, Math.floor(writtenRows.length / SAMPLE_ROWS));
      for (const { row, n } of writtenRows.filter((_, index) => index % step === 0).slice(0, SAMPLE_ROWS)) {
        const { after } = await editor.ok('getImportRow', { path: { id, row: n } });
        const expectedFields = fieldsToWrite(row, currentRecords?.get(row.key));
        const wrongFields = expectedFields.filter(
          ([field, value]) => !isSameValue(fieldValue({ ...after }, field), value),
        );
        expect({ file, n, wrongFields, after: wrongFields.length > 0 ? after : undefined }).toEqual({
          file,
          n,
          wrongFields: [],
          after: undefined,
        });
      }
    });

    /** Describes the first rows whose state differs from the expected one. */
    async function findDifferences(id: number, rows: ExpectedRow[], states: RowState[]): Promise<string[]> {
      const differences: string[] = [];
      let index = 0;
      for (let cursor: string | null | undefined; cursor !== null && differences.length < MAX_DIFFERENCES; ) {
        const query = { limit: 100, ...(cursor && { cursor }) };
        const page = await editor.ok('listImportRows', { path: { id }, query });
        for (const { row, state, code, problems } of page.items) {
          const [expectedRow, rule] = [rows[index], problems[0] && `${problems[0].rule} ${problems[0].message}`];
          if (state !== states[index])
            differences.push(
              `${row} ${code} is ${state} ${rule ?? ''}, expected ${states[index]} ${expectedRow?.key} ${expectedRow?.refused ?? ''}`,
            );
          index++;
        }
        cursor = page.nextCursor;
      }
      if (differences.length === 0 && index !== rows.length) differences.push(`${index} rows, expected ${rows.length}`);
      return differences.slice(0, MAX_DIFFERENCES);
    }
  },
);

test('a table without a column of codes cannot be staged', folderOptions, async () => {
  const { imports, editor } = await setUpImports();
  const content = readFileSync(path.join(folder ?? '', 'cn-rail/cnstation.csv'));
  const id = await imports.upload(editor, { entity: 'train_station', content });
  expect((await imports.preview(editor, id)).fault?.key).toBe('noKey');
});
