import { describe, expect, test } from 'vitest';
import type { Client } from '../kit/client.ts';
import { describeRows, setUpImports } from './import-client.ts';

const { service, imports, records, editor } = await setUpImports();
const [admin, reviewer] = await Promise.all([service.as('admin'), service.as('reviewer')]);

const applyLines = async (client: Client, ...lines: string[]) => {
  const content = ['code,name,country', ...lines].join('\n');
  const { id } = await imports.uploadAndStage(client, { entity: 'city', filename: 'cities.csv', content });
  return imports.apply(client, id);
};
const statusOf = (code: string) => records.status('city', code);

describe('the records of an import', () => {
  test('can be approved and activated together by a second person, except for incomplete or changed records', async () => {
    const { id } = await applyLines(
      editor,
      'COMPLETE,Complete,CN',
      'LACKING,Lacking,',
      'TOUCHED,Touched,CN',
      'MOVED,Moved,CN',
      'BJS,Peking,CN',
    );
    const [changedCity, approvedCity, activeCity] = await Promise.all(
      ['TOUCHED', 'MOVED', 'BJS'].map((code) => records.byCode('city', code)),
    );
    const body = { code: 'TOUCHED', name: 'By hand', country: 'CN' };
    await admin.ok('updateCity', { path: { id: changedCity.id }, ifMatch: 1, body });
    const approve = { event: 'approve' } as const;
    await admin.ok('transitionCity', { path: { id: approvedCity.id }, ifMatch: 1, body: approve });

    await editor.expectRefusal('decideImport', { path: { id }, body: approve }, 'forbidden');
    const outlookBefore = await reviewer.ok('getImportOutlook', { path: { id } });
    expect(outlookBefore).toEqual({
      approve: { ready: 2, left: { incomplete: 1, changed: 1, decided: 1 } },
      reject: { ready: 3, left: { changed: 1, decided: 1 } },
      activate: { ready: 1, left: { decided: 4 } },
      becomes: {},
      missing: [{ pointer: '/country', count: 1 }],
    });
    expect((await imports.rows(reviewer, id, { lacks: '/country' })).map(({ code }) => code)).toEqual(['LACKING']);
    const { items } = await reviewer.ok('listReviews', { query: { entity: 'city', pageSize: 100 } });
    expect(items.find((item) => item.kind === 'import' && item.id === id)).toMatchObject({
      created: 2,
      proposed: 1,
      ready: 2,
      missing: [{ pointer: '/country', count: 1 }],
    });
    const approvedImport = await imports.decide(reviewer, id, approve);
    expect(approvedImport).toMatchObject({ status: 'applied', outcomes: { created: 4, updated: 1 } });
    expect(approvedImport.decision).toMatchObject({ event: 'approve', by: 'reviewer', done: 2, left: 3 });
    expect(approvedImport.decision?.causes).toEqual(outlookBefore.approve.left);
    const outlookAfter = await reviewer.ok('getImportOutlook', { path: { id } });
    expect(outlookAfter.activate).toEqual({ ready: 2, left: { decided: 2 } });
    expect(await Promise.all(['COMPLETE', 'LACKING', 'TOUCHED', 'MOVED'].map(statusOf))).toEqual([
      ...['approved', 'pending', 'pending', 'approved'],
    ]);
    const completeCity = await records.byCode('city', 'COMPLETE');
    const reason = `import #${id} cities.csv`;
    expect(await records.logOf('city', completeCity.id)).toMatchObject([
      { action: 'create', actor: 'editor' },
      { action: 'approve', actor: 'reviewer', reason },
    ]);
    expect(await records.feedVersions('city', completeCity.id)).toEqual([1, 2]);
    expect(await service.db('review_writer').where({ entity: 'city', record_id: completeCity.id })).toEqual([]);
    expect(await records.byCode('city', 'BJS')).toMatchObject({ name: 'Peking', version: activeCity.version + 1 });
    expect((await records.logOf('city', activeCity.id)).at(-1)).toMatchObject({
      action: 'update',
      actor: 'reviewer',
      proposer: 'editor',
      reason,
    });

    const activatedImport = await imports.decide(reviewer, id, { event: 'activate', reason: 'Checked' });
    expect(activatedImport.decision).toMatchObject({ event: 'activate', done: 2, left: 2 });
    expect(await Promise.all(['COMPLETE', 'LACKING', 'TOUCHED', 'MOVED'].map(statusOf))).toEqual([
      ...['active', 'pending', 'pending', 'active'],
    ]);
    expect((await records.logOf('city', completeCity.id)).at(-1)).toMatchObject({
      action: 'activate',
      reason: 'Checked',
    });
    const createdRow = await editor.ok('getImportRow', { path: { id, row: 1 } });
    expect(createdRow).toMatchObject({ before: null, changes: expect.arrayContaining(['/name', '/country']) });
  });

  test('can be rejected with a reason, as can its proposals', async () => {
    const { id } = await applyLines(editor, 'WRONG,Wrong,CN', 'SHA,Wrong,CN');
    const activeCity = await records.byCode('city', 'SHA');
    const refusal = await reviewer.expectRefusal(
      'decideImport',
      { path: { id }, body: { event: 'reject' } },
      'validationError',
    );
    expect(refusal.fields).toMatchObject([{ pointer: '/reason', rule: 'reasonRequired' }]);
    const rejectedImport = await imports.decide(reviewer, id, { event: 'reject', reason: 'Wrong file' });
    expect(rejectedImport.decision).toMatchObject({ event: 'reject', done: 2, left: 0 });
    expect(await statusOf('WRONG')).toBe('rejected');
    expect(await records.byCode('city', 'SHA')).toEqual(activeCity);
    const closedProposal = await service.db('proposal').where({ entity: 'city', record_id: activeCity.id }).first();
    expect(closedProposal).toMatchObject({
      open: null,
      outcome: 'rejected',
      decided_by: 'reviewer',
      reason: 'Wrong file',
    });
    expect(describeRows(await imports.rows(reviewer, id))).toEqual(['WRONG created', 'SHA proposed']);
    const notices = (await editor.ok('listRejections')).items;
    expect(notices).toMatchObject([{ kind: 'import', id, name: 'cities.csv', by: 'reviewer', reason: 'Wrong file' }]);
  });

  test('cannot be decided by the users who uploaded or applied the file, nor before it is applied', async () => {
    const content = ['code,name,country', 'OWN,Own,CN'].join('\n');
    const { id } = await imports.uploadAndStage(admin, { entity: 'city', content });
    await reviewer.expectRefusal('decideImport', { path: { id }, body: { event: 'approve' } }, 'invalidTransition');
    await imports.apply(editor, id);
    await admin.expectRefusal('decideImport', { path: { id }, body: { event: 'approve' } }, 'secondPerson');
    const adminImport = await applyLines(admin, 'OWNED,Owned,CN');
    await admin.expectRefusal(
      'decideImport',
      { path: { id: adminImport.id }, body: { event: 'approve' } },
      'secondPerson',
    );
    await editor.expectRefusal('getImport', { path: { id: 999_999 } }, 'notFound');
  });

  test('are skipped if the reviewer has changed them', async () => {
    const { id } = await applyLines(editor, 'HELP,Help,CN', 'HELPED,Helped,CN');
    const record = await records.byCode('city', 'HELP');
    const helper = await service.clientWith('city:read', 'city:review', 'city:update');
    const body = (name: string) => ({ code: 'HELP', name, country: 'CN' });
    await helper.ok('updateCity', { path: { id: record.id }, ifMatch: 1, body: body('Other') });
    await helper.ok('updateCity', { path: { id: record.id }, ifMatch: 2, body: body('Help') });
    const { approve } = await helper.ok('getImportOutlook', { path: { id } });
    expect(approve).toEqual({ ready: 1, left: { ownWork: 1 } });
    const partlyApproved = await imports.decide(helper, id, { event: 'approve' });
    expect(partlyApproved.decision).toMatchObject({ done: 1, left: 1, causes: approve.left });
    expect(await statusOf('HELP')).toBe('pending');
  });

  test('leave the columns that release 0.1 returns with the members of its contract', async () => {
    const { id } = await imports.uploadAndStage(editor, {
      entity: 'city',
      content: 'code,name,country\nMENDED,Mended,Nowhere\nOUT,Out,CN\nLACKS,Lacks,',
    });
    const cell = { row: 1, column: 'country', from: 'Nowhere', to: 'CN' };
    await editor.ok('correctImport', { path: { id }, body: { cells: [cell] } });
    await editor.ok('correctImport', { path: { id }, body: { rows: [{ row: 2, excluded: true }] } });
    await imports.apply(editor, id);
    const decided = await imports.decide(reviewer, id, { event: 'approve' });
    expect(decided).toMatchObject({ counts: { excluded: 1, corrected: 1 }, decision: { causes: { incomplete: 1 } } });
    const { counts, decision } = await service.db('import').where({ id }).first('counts', 'decision');
    expect(Object.keys(JSON.parse(counts)).toSorted()).toEqual([
      'changed',
      'conflicting',
      'incomplete',
      'new',
      'refused',
      'unchanged',
    ]);
    expect(Object.keys(JSON.parse(decision)).toSorted()).toEqual(['by', 'done', 'event', 'left', 'time']);
  });

  test('are forecast as the decision treats them if they were created without review', async () => {
    const person = await service.clientWith(
      ...['read', 'create', 'update', 'import', 'review'].map((name) => `rate_board:${name}`),
    );
    const rateLines = ['active', 'active', 'active', 'approved', 'approved'].map(
      (status, n) => `CHF,CNY,outlook,2026-01-0${n + 1}T00:00:00Z,1,${n + 1},${status}`,
    );
    const content = ['base,quote,source,quotedAt,unit,middle,status', ...rateLines].join('\n');
    const id = await imports.upload(person, { entity: 'rate_board', filename: 'rates.csv', content });
    const { options } = (await imports.preview(person, id)).import;
    if (!options) throw new Error('No options were detected.');
    await imports.preview(person, id, { ...options, targets: [...options.targets.slice(0, -1), 'status'] });
    await imports.stage(person, id);
    await imports.apply(person, id);
    const [first, second, , edited] = await service.db('rate_board').where('source', 'outlook').orderBy('quoted_at');
    for (const { id: rateId, version } of [first, second])
      await person.ok('transitionRate', { path: { id: rateId }, ifMatch: version, body: { event: 'deactivate' } });
    const { record } = await person.ok('getRate', { path: { id: edited.id } });
    const { base, quote, source, quotedAt, unit } = record;
    const body = { base, quote, source, quotedAt, unit, middle: '9' };
    await person.ok('updateRate', { path: { id: record.id }, ifMatch: record.version, body });
    const { activate } = await person.ok('getImportOutlook', { path: { id } });
    expect(activate).toEqual({ ready: 3, left: { decided: 1, changed: 1 } });
    // with review, the next version of an approved record would be its approval
    const { settings, version } = await admin.ok('getSettings');
    const reviewed = { ...settings, review: { ...settings.review, rate_board: 'second-person' as const } };
    await admin.ok('updateSettings', { body: reviewed, ifMatch: version });
    expect((await person.ok('getImportOutlook', { path: { id } })).activate).toEqual(activate);
    const { decision } = await imports.decide(person, id, { event: 'activate' });
    expect(decision).toMatchObject({ done: activate.ready, left: 2, causes: activate.left });
  });
});
