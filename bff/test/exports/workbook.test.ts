import { XMLValidator } from 'fast-xml-parser';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { rateBoard } from '#entities/rate-board.ts';
import { airline } from '../../src/entities/airline.ts';
import { country } from '../../src/entities/country.ts';
import type { entities } from '../../src/entities/index.ts';
import { protocol } from '../../src/entities/protocol.ts';
import { createEntityClient } from '../kit/entity-client.ts';
import { fetchExport, readTable, toRowObjects } from '../kit/files/export-files.ts';
import { readRows, unzipParts, xmlParser } from '../kit/files/workbook-files.ts';
import { type Service, startService } from '../kit/service.ts';

let service: Service;

beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.stop());

const fetchWorkbook = async (entity: (typeof entities)[number], id: number) =>
  fetchExport(await service.as('admin'), entity, 'xlsx', { ids: String(id) });

/** Reads the cells of the only data row by the column names in the header row. */
async function readOnlyRow(file: Buffer): Promise<Record<string, string>> {
  const [head = {}, cells = {}, ...furtherRows] = await readRows(file);
  expect(furtherRows).toEqual([]);
  return Object.fromEntries(Object.entries(cells).map(([letters, cell]) => [head[letters] ?? '', cell]));
}

test('its properties name the sources whose licences ask for it', async () => {
  const core = (parts: Record<string, string>) => xmlParser.parse(parts['docProps/core.xml'] ?? '');
  const description = async (entity: typeof country | typeof airline) =>
    JSON.stringify(core(await unzipParts(await fetchExport(await service.as('admin'), entity, 'xlsx'))));
  expect(await description(country)).toMatch(/world-countries.*ODbL 1\.0/);
  expect(await description(airline)).not.toContain('license');
});

test('every part is well-formed, and every referenced part exists', async () => {
  const { id } = await createEntityClient(service, 'Airline').createPending();
  const parts = await unzipParts(await fetchWorkbook(airline, id));
  for (const [path, xml] of Object.entries(parts)) expect([path, XMLValidator.validate(xml)]).toEqual([path, true]);
  const referencedParts = Object.entries(parts).flatMap(([path, xml]) => {
    const base = path.startsWith('xl/') ? 'xl/' : '';
    const targets = [...xml.matchAll(/ Target="([^"]+)"/g)].map(([, target]) => `${base}${target}`);
    return [...targets, ...[...xml.matchAll(/ PartName="\/([^"]+)"/g)].map(([, part]) => part)];
  });
  expect(referencedParts).toHaveLength(8);
  expect(Object.keys(parts)).toEqual(expect.arrayContaining(referencedParts));
});

test('codes and dates are text cells, numbers are numeric cells', async () => {
  const { id } = await createEntityClient(service, 'Airline').createPending({
    iataAccountingCode: '007',
    callsign: '=1+1',
  });
  expect(await readOnlyRow(await fetchWorkbook(airline, id))).toMatchObject({
    iataAccountingCode: '007',
    callsign: '=1+1',
    id: `# ${id}`,
    version: '# 1',
    status: 'pending',
  });
  const pendingProtocol = await createEntityClient(service, 'Protocol').createPending({ validFrom: '2026-03-01' });
  expect(await readOnlyRow(await fetchWorkbook(protocol, pendingProtocol.id))).toMatchObject({
    validFrom: '2026-03-01',
  });
});

test('rates are numeric cells if a number represents them exactly, otherwise text cells', async () => {
  const rates = createEntityClient(service, 'Rate');
  const amounts = { buy: '0.0000000001', sell: '1234567.12345678', middle: '1234567.123456789' };
  const { id, quotedAt } = await rates.createPending(amounts);
  expect(await readOnlyRow(await fetchWorkbook(rateBoard, id))).toMatchObject({
    unit: '# 1',
    buy: '# 0.0000000001',
    sell: '# 1234567.12345678',
    middle: '1234567.123456789',
    quotedAt,
  });
});

test('characters that XML cannot represent are escaped as the format specifies', async () => {
  const terms = ' <a> & "b"\r\n\u0007_x0041_ ';
  const { id } = await createEntityClient(service, 'Protocol').createPending({ terms });
  const file = await fetchWorkbook(protocol, id);
  expect((await unzipParts(file))['xl/worksheets/sheet1.xml']).toContain(
    '<t xml:space="preserve"> &lt;a&gt; &amp; "b"_x000D_\n_x0007__x005F_x0041_ </t>',
  );
  expect(toRowObjects(await readTable(file, 'xlsx'))).toMatchObject([{ terms }]);
});

test('the header row is frozen, and text columns have the text format', async () => {
  const { id } = await createEntityClient(service, 'Rate').createPending({ quotedAt: '2019-01-01T00:00:00.000Z' });
  const { worksheet } = xmlParser.parse(
    (await unzipParts(await fetchWorkbook(rateBoard, id)))['xl/worksheets/sheet1.xml'] ?? '',
  );
  expect(worksheet.sheetViews.sheetView.pane).toMatchObject({ '@ySplit': '1', '@state': 'frozen' });
  const styles = worksheet.cols.col.map((column: Record<string, string>) => column['@style']);
  // The columns are base, quote, source, quotedAt, unit, five amounts and the fields that the service maintains.
  expect(styles.join('')).toBe('1111' + '000000' + '01011');
});
