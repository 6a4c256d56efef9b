import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Entity, EntityRecord, FieldValues } from '#crud/model.ts';
import { normaliseFields } from '../../src/crud/prepare.ts';
import { fieldsOf } from '../../src/crud/rows.ts';
import { entities } from '../../src/entities/index.ts';
import type { Schemas } from '../../src/http/contract.ts';
import { matchTargets } from '../../src/imports/columns/match-targets.ts';
import {
  createMappedRawRecord,
  mergeParsedRecord,
  parseRawRecord,
} from '../../src/imports/columns/parse-raw-record.ts';
import { createEntityClient } from '../kit/entity-client.ts';
import { fetchExport, fetchExportedRecords, readTable } from '../kit/files/export-files.ts';
import { type Service, startService } from '../kit/service.ts';

let service: Service;

const specialNames = [
  ...['=1+1', '+1', '-1', '@SUM(A1)', "'=1+1", "''", '＝1', '1,5', '"quoted"', 'a;b\\;c\\', '["a"]', '007', 'TRUE'],
  ...['_x0041_ & <b>', '北京；南站', '🚉 e\u0301', '\u202eRTL', '2026-03-01', '1-Mar', 'null', '#REF!', '1e5'],
];
const specialTerms = [' =a\r\n\tb ', '\n=1', '\t', 'line\n\nline', '-', "'", '\r\n\u2028x'].map((text) =>
  /\S/.test(text) ? text : `${text}.`,
);

beforeAll(async () => {
  service = await startService();
  const cities = createEntityClient(service, 'City');
  for (const name of specialNames)
    await cities.createPending({
      name,
      locales: { 'zh-CN': { name }, 'sr-Latn': { name, aliases: specialNames }, de: { name: 'x', aliases: [] } },
    });
  const protocols = createEntityClient(service, 'Protocol');
  for (const terms of specialTerms) await protocols.createPending({ terms, contact: '=1', countries: ['CN', 'DE'] });
  await protocols.createPending({ code: '-X-1', name: '-' });
  const rates = createEntityClient(service, 'Rate');
  for (const middle of ['0.0000000001', '9999999999.9999999999', '0.1', '100', '1234567.12345678'])
    await rates.createPending({ middle });
  await createEntityClient(service, 'EurailStation').createPending({
    operatorCodes: [{ operator: 'A&B', code: '00-1' }],
    isMain: true,
    uicCode: '0000017',
    code: null,
    latitude: -0.000001,
    longitude: 0,
  });
  await createEntityClient(service, 'TrainStation').createPending({
    airports: [{ airport: 'PEK', distance: 1.5 }, { airport: 'PKX' }],
    openingHours: [{ days: ['MO', 'TU'], opens: '05:00', closes: '24:00' }],
    verification: { state: 'failed', note: '=a;\nb', evidence: 'https://example.com/?a=1;b' },
  });
  await createEntityClient(service, 'Cabin').createPending({ bookingClasses: ['Y', 'B'], order: 0, airline: 'CA' });
});
afterAll(() => service.stop());

/** Removes the differences between empty and missing lists and between line breaks, which a table cannot represent. */
const withoutUnrepresentable = ({ locales, terms, ...fields }: FieldValues): FieldValues => ({
  ...fields,
  ...(typeof terms === 'string' ? { terms: terms.replaceAll(/\r\n?/g, '\n') } : { terms }),
  ...(locales
    ? {
        locales: Object.fromEntries(
          Object.entries(locales as Schemas['Locales']).map(([tag, { name, aliases = [] }]) => [
            tag,
            aliases.length > 0 ? { name, aliases } : { name },
          ]),
        ),
      }
    : {}),
});

async function parseExport(entity: (typeof entities)[number], format: Schemas['FileFormat'], records: EntityRecord[]) {
  const file = await fetchExport(await service.as('admin'), entity, format, queryForAll(entity));
  const { columns, lines } = await readTable(file, format);
  const toRawRecord = createMappedRawRecord({ format, targets: matchTargets(entity, columns) });
  expect(lines).toHaveLength(records.length);
  const actor = { username: 'nobody', id: 1 };
  return lines.map((line, index) => {
    const parsedRawRecord = parseRawRecord(entity, toRawRecord(line));
    expect(parsedRawRecord.problems).toEqual([]);
    const current = records[index];
    const normalise = (base: FieldValues | undefined) =>
      normaliseFields(entity as Entity, mergeParsedRecord(entity as Entity, base, parsedRawRecord), { actor, current });
    return { update: normalise(current), creation: normalise(undefined) };
  });
}

const queryForAll = ({ key }: { key: string }): Record<string, string> => (key === 'rate_board' ? { view: 'all' } : {});
const cases = entities.flatMap((entity) => (['csv', 'xlsx', 'ndjson'] as const).map((format) => ({ entity, format })));

describe.each(cases)('$entity.key as $format', ({ entity, format }) => {
  test('is imported with exactly the same fields, both as updates of its records and as new records', async () => {
    const records = await fetchExportedRecords(await service.as('admin'), entity, queryForAll(entity));
    expect(records.length).toBeGreaterThan(5);
    const parsedRows = await parseExport(entity, format, records);
    const fields = records.map((record) => fieldsOf(entity as Entity, record));
    expect(parsedRows.map(({ update }) => update)).toEqual(fields);
    expect(parsedRows.map(({ creation }) => withoutUnrepresentable(creation))).toEqual(
      fields.map(withoutUnrepresentable),
    );
  });
});
