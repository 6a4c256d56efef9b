import { describe, expect, test } from 'vitest';
import { city } from '../../src/entities/city.ts';
import type { Client } from '../kit/client.ts';
import { exportPath } from '../kit/files/export-files.ts';
import { type Service, startService } from '../kit/service.ts';
import { createImportClient, type Import, setUpImports } from './import-client.ts';

const { service, imports, records } = await setUpImports();

const actions = ['read', 'create', 'update', 'import', 'export', 'review'];
const createUserWithout = (...missingActions: string[]) => {
  const grantedActions = actions.filter((permittedAction) => !missingActions.includes(permittedAction));
  return service.clientWith(
    ...['city', 'country', 'rate_board'].flatMap((entity) =>
      grantedActions.map((permittedAction) => `${entity}:${permittedAction}`),
    ),
  );
};
const [importer, secondPerson, importerWithoutReview] = await Promise.all([
  createUserWithout(),
  createUserWithout(),
  createUserWithout('review'),
]);

const headerLine = 'code,name,country,status';
const uploadLines = async (client: Client, ...lines: string[]) => {
  const content = [headerLine, ...lines].join('\n');
  const id = await imports.upload(client, { entity: 'city', filename: 'cities.csv', content });
  return (await imports.preview(client, id)).import;
};
const optionsWithStatus = ({ options }: Import) => {
  if (!options) throw new Error('No options were detected.');
  return { ...options, targets: ['code', 'name', 'country', 'status'] };
};
const stageLines = async (...lines: string[]) => {
  const uploadedImport = await uploadLines(importer, ...lines);
  await imports.preview(importer, uploadedImport.id, optionsWithStatus(uploadedImport));
  return imports.stage(importer, uploadedImport.id);
};
const statusOf = (code: string) => records.status('city', code);
const updateCity = async (code: string, status: string) =>
  service
    .db('city')
    .where('code', code)
    .update({ status, country_id: service.db('country').where('code', 'CN').select('id') });
const actionsOf = async (code: string) =>
  (await records.logOf('city', (await records.byCode('city', code)).id)).map(({ action }) => action);

describe('the status of records', () => {
  test('is imported only if the status column is mapped for each import', async () => {
    const uploadedImport = await uploadLines(importer, 'ASKED,Asked,CN,active');
    expect(uploadedImport.options?.targets).toEqual(['code', 'name', 'country', null]);
    await imports.preview(importer, uploadedImport.id, optionsWithStatus(uploadedImport));
    await imports.stage(importer, uploadedImport.id);
    expect((await uploadLines(importer, 'AGAIN,Again,CN,active')).options?.targets).toEqual([
      ...['code', 'name', 'country', null],
    ]);
  });

  test('requires the permission to review, for staging and for applying', async () => {
    const permission = 'city:review';
    const uploadedImport = await uploadLines(importerWithoutReview, 'MAYNOT,May not,CN,active');
    const keys = async (client: Client) =>
      (await imports.preview(client, uploadedImport.id)).targets.filter(({ key }) => key === 'status');
    expect(await keys(importerWithoutReview)).toEqual([]);
    expect(await keys(importer)).toMatchObject([{ key: 'status', pointer: '/status' }]);
    const body = { options: optionsWithStatus(uploadedImport) };
    const previewRefusal = await importerWithoutReview.expectRefusal(
      'previewImport',
      { path: { id: uploadedImport.id }, body },
      'forbidden',
    );
    expect(previewRefusal).toMatchObject({ permission });
    await imports.preview(importer, uploadedImport.id, optionsWithStatus(uploadedImport));
    await imports.stage(importerWithoutReview, uploadedImport.id);
    const applyBody = { rows: 'sound', status: 'pending' } as const;
    const applyRefusal = await importerWithoutReview.expectRefusal(
      'applyImport',
      { path: { id: uploadedImport.id }, body: applyBody },
      'forbidden',
    );
    expect(applyRefusal).toMatchObject({ permission });
  });

  test('is set on new records once a second person approves them', async () => {
    const { id, counts } = await stageLines(
      ...[
        'LIVE,Live,CN,active',
        'AGREED,Agreed,CN,Approved',
        'CLOSED,Closed,CN,inactive',
        'REFUSED,Refused,CN,rejected',
      ],
      ...['OPEN,Open,CN,pending', 'USUAL,Usual,CN,', 'NOLAND,No land,,active', 'NOTONE,Not one,CN,live'],
    );
    expect(counts).toMatchObject({ new: 7, refused: 1 });
    const [refusedRow] = await imports.rows(importer, id, { state: 'refused' });
    expect(refusedRow?.problems).toMatchObject([{ column: 'status', pointer: '/status', rule: 'enum' }]);
    expect(refusedRow?.problems[0]?.message).toContain('live');
    await imports.apply(importer, id);
    expect(await statusOf('LIVE')).toBe('pending');
    await importer.expectRefusal('decideImport', { path: { id }, body: { event: 'approve' } }, 'secondPerson');

    const outlook = await secondPerson.ok('getImportOutlook', { path: { id } });
    expect(outlook.approve).toEqual({ ready: 5, left: { staysPending: 1, incomplete: 1 } });
    expect(outlook.becomes).toEqual({ active: 1, approved: 1, inactive: 1, rejected: 1 });
    expect(outlook.reject).toEqual({ ready: 7, left: {} });
    const { decision } = await imports.decide(secondPerson, id, { event: 'approve' });
    expect(decision).toMatchObject({ done: 5, left: 2, causes: outlook.approve.left });
    const codes = ['LIVE', 'AGREED', 'CLOSED', 'REFUSED', 'OPEN', 'USUAL', 'NOLAND'];
    expect(await Promise.all(codes.map(statusOf))).toEqual([
      ...['active', 'approved', 'inactive', 'rejected', 'pending', 'approved', 'pending'],
    ]);
    expect(await actionsOf('CLOSED')).toEqual(['create', 'approve', 'activate', 'deactivate']);
    expect(await actionsOf('REFUSED')).toEqual(['create', 'reject']);
    expect(await records.feedVersions('city', (await records.byCode('city', 'CLOSED')).id)).toEqual([1, 2, 3, 4]);
  });

  test('of existing records is changed at once if this needs no second person, and restored by a revert', async () => {
    await Promise.all([updateCity('BJS', 'active'), updateCity('SHA', 'approved'), updateCity('CAN', 'active')]);
    const nameOf = async (code: string) => (await records.byCode('city', code)).name;
    const [beijing, shanghai, canton] = await Promise.all(['BJS', 'SHA', 'CAN'].map(nameOf));
    const { id, counts } = await stageLines(
      ...[`BJS,${beijing},CN,inactive`, `SHA,${shanghai},CN,inactive`, `CAN,${canton},CN,active`],
      ...['OPEN,Open,CN,active', 'AGREED,Another name,CN,active', `LIVE,Live,CN,pending`],
    );
    expect(counts).toMatchObject({ changed: 2, unchanged: 1 });
    const rows = await imports.rows(importer, id);
    const rulesOf = (code: string) => rows.find((row) => row.code === code)?.problems.map(({ rule }) => rule);
    expect(rulesOf('OPEN')).toEqual(['statusUnreachable']);
    expect(rulesOf('LIVE')).toEqual(['statusUnreachable']);
    expect(rulesOf('AGREED')).toEqual(['statusBesideReview']);
    const stagedRow = await importer.ok('getImportRow', { path: { id, row: 1 } });
    expect(stagedRow).toMatchObject({
      before: { status: 'active' },
      after: { status: 'inactive' },
      changes: ['/status'],
    });

    const refusedRow = await importer.ok('getImportRow', { path: { id, row: 4 } });
    expect(refusedRow).toMatchObject({ before: { status: 'pending' }, after: null, changes: [] });

    expect((await imports.apply(importer, id)).outcomes).toMatchObject({ updated: 2 });
    expect(await Promise.all(['BJS', 'SHA', 'CAN'].map(statusOf))).toEqual(['inactive', 'inactive', 'active']);
    expect((await actionsOf('BJS')).at(-1)).toBe('deactivate');
    expect((await imports.revert(importer, id)).outcomes).toMatchObject({ restored: 2 });
    expect(await Promise.all(['BJS', 'SHA'].map(statusOf))).toEqual(['active', 'approved']);
  });

  test('is set at once for an entity without review', async () => {
    const time = '2026-01-02T03:04:05Z';
    const content = [
      'base,quote,source,quotedAt,unit,middle,status',
      ...['approved', 'active', 'inactive', 'rejected', 'pending', ''].map((status, index) =>
        ['CHF', 'CNY', 'manual', time.replace('05Z', `${10 + index}Z`), '100', `${700 + index}`, status].join(','),
      ),
    ].join('\n');
    const id = await imports.upload(importer, { entity: 'rate_board', filename: 'rates.csv', content });
    const { options } = (await imports.preview(importer, id)).import;
    if (!options) throw new Error('No options were detected.');
    await imports.preview(importer, id, { ...options, targets: [...options.targets.slice(0, -1), 'status'] });
    await imports.stage(importer, id);
    await imports.apply(importer, id, { status: 'active' });
    const rates = await service.db('rate_board').where('middle', '>=', 700).where('middle', '<', 706).orderBy('middle');
    expect(rates.map(({ status }) => status)).toEqual([
      ...['approved', 'active', 'inactive', 'rejected', 'pending', 'active'],
    ]);
  });
});

test('an export that is imported with its statuses reproduces them in another database', async () => {
  // A record that is active in the other database cannot become approved again.
  await updateCity('SHA', 'active');
  const response = await importer.raw('GET', `/dc${exportPath(city, 'csv')}`);
  const content = Buffer.from(await response.arrayBuffer());
  const readStatuses = ({ db }: Service) => db('city').orderBy('code').select('code', 'status');
  const exportedStatuses = await readStatuses(service);
  expect(new Set(exportedStatuses.map(({ status }) => status)).size).toBe(5);
  const otherService = await startService();
  try {
    const otherImports = createImportClient(otherService);
    const [otherAdmin, otherReviewer] = await Promise.all([otherService.as('admin'), otherService.as('reviewer')]);
    const id = await otherImports.upload(otherAdmin, { entity: 'city', filename: 'city.csv', content });
    const { columns, import: previewedImport } = await otherImports.preview(otherAdmin, id);
    if (!previewedImport.options) throw new Error('No options were detected.');
    const targets = columns.map(({ name, target }) => (name === 'status' ? name : target));
    await otherImports.preview(otherAdmin, id, { ...previewedImport.options, targets });
    expect((await otherImports.stage(otherAdmin, id)).counts).toMatchObject({ new: 7, refused: 0 });
    await otherImports.apply(otherAdmin, id);
    await otherImports.decide(otherReviewer, id, { event: 'approve' });
    expect(await readStatuses(otherService)).toEqual(exportedStatuses);
  } finally {
    await otherService.stop();
  }
});
