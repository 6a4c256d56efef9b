import { expect, test } from 'vitest';
import { targetsOf } from '../../src/columns/targets.ts';
import { entities } from '../../src/entities/index.ts';
import type { Language } from '../../src/http/contract.ts';
import type { Client } from '../kit/client.ts';
import { readTable } from '../kit/files/export-files.ts';
import { readSheets } from '../kit/files/workbook-files.ts';
import { setUpImports } from './import-client.ts';

const { service, imports } = await setUpImports();
const admin = await service.as('admin');

type Entity = (typeof entities)[number];
type Format = 'csv' | 'xlsx';

async function fetchTemplate(client: Client, { key }: Pick<Entity, 'key'>, format: Format, language: Language) {
  const query = new URLSearchParams({ entity: key, format, language });
  const response = await client.raw('GET', `/dc/api/v1/import-template?${query}`);
  return { ...response, status: response.status, file: Buffer.from(await response.arrayBuffer()) };
}

const languages: Language[] = ['zh-CN', 'en'];
const variants = [
  { language: 'zh-CN', format: 'xlsx' },
  { language: 'en', format: 'csv' },
] as const;

test.each(entities)('the example of $key is imported as a new record without problems', async (entity) => {
  for (const { language, format } of variants) {
    const { file: content } = await fetchTemplate(admin, entity, format, language);
    const filename = `template.${format}`;
    const { id, counts } = await imports.uploadAndStage(admin, { entity: entity.key, filename, content });
    const rows = await imports.rows(admin, id);
    expect({ language, format, problems: rows.flatMap(({ problems }) => problems) }).toEqual({
      language,
      format,
      problems: [],
    });
    expect([language, format, counts]).toMatchObject([language, format, { new: 1, refused: 0, conflicting: 0 }]);
  }
});

test.each(entities)('the headings of $key fill every target', async (entity) => {
  const allTargets = targetsOf(entity);
  const fieldsWithParts = new Set(allTargets.filter(({ isPart }) => isPart).map(({ field }) => field.name));
  const expectedKeys = allTargets.flatMap(({ key, isPart, field }) =>
    isPart || !fieldsWithParts.has(field.name) ? [key] : [],
  );
  for (const language of languages) {
    const { file } = await fetchTemplate(admin, entity, 'csv', language);
    const { columns } = await readTable(file, 'csv');
    const id = await imports.upload(admin, { entity: entity.key, content: file });
    const preview = await imports.preview(admin, id);
    expect(preview.columns.map(({ target }) => target)).toEqual(expectedKeys);
    const isInLanguage = (heading: string) => /\p{Script=Han}/u.test(heading) === (language === 'zh-CN');
    expect(columns.filter((heading) => !isInLanguage(heading))).toEqual([]);
  }
});

test('the second sheet explains each column of the first', async () => {
  const { file } = await fetchTemplate(admin, { key: 'airport' }, 'xlsx', 'en');
  const [dataSheet, explanationSheet] = await readSheets(file);
  expect([dataSheet?.name, explanationSheet?.name]).toEqual(['Data', 'Columns']);
  const [headings = [], ...exampleRows] = dataSheet?.rows ?? [];
  expect(exampleRows).toHaveLength(1);
  const explanations = explanationSheet?.rows ?? [];
  expect(explanations[0]).toEqual(['Column', 'Meaning', 'Required', 'Values']);
  expect(explanations.slice(1, headings.length + 1).map(([heading]) => heading)).toEqual(headings);
  const explanationOf = (heading: string) => explanations.find(([column]) => column === heading);
  expect(explanationOf('Code')).toEqual(['Code', expect.stringContaining('IATA'), 'Yes', expect.any(String)]);
  expect(explanationOf('ICAO code')).toEqual(['ICAO code', expect.stringContaining('ZBAA'), 'No', '4 letters']);
  expect(explanationOf('Continent')?.at(-1)).toBe('AF, AN, AS, EU, NA, OC, SA');
  expect(explanationOf('City')).toEqual(['City', 'Required for approval', 'The code of an existing record: City']);
  expect(explanationOf('Latitude')?.at(-1)).toContain('-90 … 90');
  expect(explanations.at(-1)?.[0]).toContain('Delete it');
});

test('a template follows the language of the request, and needs the permission to import', async () => {
  const path = '/dc/api/v1/import-template?entity=city&format=csv';
  const response = await admin.raw('GET', path, { headers: { 'Accept-Language': 'en' } });
  expect(await response.text()).toContain('"Code","Name"');
  expect(response.headers.get('Content-Disposition')).toContain('city-template.csv');
  const reviewer = await service.as('reviewer');
  expect((await fetchTemplate(reviewer, { key: 'city' }, 'csv', 'en')).status).toBe(403);
});
