import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { RecordOf, WriteBody } from '../kit/complete-bodies.ts';
import { createEntityClient } from '../kit/entity-client.ts';
import { type Service, startService } from '../kit/service.ts';

type Station = RecordOf<'TrainStation'>;

let service: Service;
let stations: ReturnType<typeof createEntityClient<'TrainStation'>>;
beforeAll(async () => {
  service = await startService();
  stations = createEntityClient(service, 'TrainStation');
});
afterAll(() => service.stop());

describe('the code of a train station', () => {
  test('is the telegraph code, regardless of the code that is sent', async () => {
    for (const code of [null, 'ABC']) {
      const telegraphCode = await stations.freeCode();
      const station = await stations.createPending({ code, telegraphCode: telegraphCode.toLowerCase() });
      expect(station).toMatchObject({ code: telegraphCode, telegraphCode });
      const newCode = await stations.freeCode();
      const { record } = await stations.update(station, { telegraphCode: newCode });
      expect(record).toMatchObject({ code: newCode, telegraphCode: newCode });
      expect((await stations.list({ telegraphCode: newCode.toLowerCase() })).items).toMatchObject([{ id: station.id }]);
    }
  });

  test('is unique, and refused at the field that was sent', async () => {
    const texts = ['火车站代码已存在', 'Train station code already exists'];
    const { telegraphCode } = await stations.createPending();
    expect(await stations.expectRefusal.create({ telegraphCode }, 'duplicateCode')).toMatchObject({
      fields: [['/telegraphCode', 'duplicateCode', ...texts]],
      messages: texts,
    });
  });
});

test.each([
  ['all day', '00:00', '24:00'],
  ['past midnight', '22:30', '05:00'],
  ['to the minute', '06:00', '23:59'],
])('opening hours %s are stored: %s to %s', async (_, opens, closes) => {
  const openingHours: Station['openingHours'] = [
    { days: ['SA', 'SU'], opens, closes },
    { days: ['FR'], opens: '08:00', closes: '20:00' },
  ];
  const { id } = await stations.createPending({ openingHours });
  expect((await stations.get(id)).record.openingHours).toEqual(openingHours);
});

test('fields that are not sent are empty', async () => {
  const { id } = await stations.createPending();
  expect((await stations.get(id)).record).toMatchObject({
    airports: [],
    openingHours: [],
    verification: { state: 'unverified', note: null, evidence: null, by: null, at: null },
  });
});

describe('the verification of a station', () => {
  const verified = { state: 'verified' as const, note: 'Seen', evidence: 'https://a.example/board.jpg' };
  const withdrawnVerification = { ...verified, state: 'unverified', by: null, at: null };
  const forgedAuthor = { by: 'somebody', at: '2001-01-01T00:00:00.000Z' };
  const nameChange = { name: 'Renamed' };
  const localeNames = { 'zh-CN': { name: '试验' }, en: { name: 'Trial' } };

  test('has the user and the time of the verification, regardless of what is sent', async () => {
    const startMs = Date.now();
    const station = await stations.createPending({ verification: { ...verified, ...forgedAuthor } });
    expect(station.verification).toMatchObject({ ...verified, by: 'editor' });
    const verifiedAt = Date.parse(String(station.verification.at));
    expect(verifiedAt).toBeGreaterThanOrEqual(startMs);
    expect(verifiedAt).toBeLessThanOrEqual(Date.now());
    expect((await stations.get(station.id)).record.verification).toEqual(station.verification);
    // Sending the same verification again keeps its user and time.
    const unchangedAnswer = await stations.update(station, { verification: { ...verified, ...forgedAuthor } });
    expect(unchangedAnswer.record).toMatchObject({ version: 1, verification: station.verification });
    const admin = await service.as('admin');
    const anotherNote = { ...verified, note: 'Seen from the train' };
    const noted = await admin.ok(
      'updateTrainStation',
      stations.updateParts(station, { verification: { ...anotherNote, evidence: null } }),
    );
    expect(noted.record.verification).toEqual({ ...station.verification, ...anotherNote, evidence: null });
    const secondVerification = { ...anotherNote, evidence: 'https://a.example/timetable' };
    const reverified = await admin.ok(
      'updateTrainStation',
      stations.updateParts(noted.record, { verification: secondVerification }),
    );
    expect(reverified.record.verification).toMatchObject({ ...secondVerification, by: 'admin' });
    expect(String(reverified.record.verification.at) > String(station.verification.at)).toBe(true);
    const unverified = await stations.update(reverified.record, {
      verification: { state: 'unverified', ...forgedAuthor },
    });
    expect(unverified.record.verification).toEqual({ ...withdrawnVerification, note: null, evidence: null });
  });

  test.each<[string, Partial<WriteBody<'TrainStation'>>, boolean]>([
    ['name', nameChange, true],
    ['latitude', { latitude: 40.080001 }, true],
    ['longitude', { longitude: 116.6 }, true],
    ['coordinates, which are removed', { latitude: null, longitude: null }, true],
    ['latitude below its precision', { latitude: 40.0800000001, address: 'Here' }, false],
    ['address', { address: 'Elsewhere' }, false],
    ['name in one more language', { locales: { ...localeNames, ja: { name: '別名' } } }, false],
    ['name in a language', { locales: { ...localeNames, en: { name: 'Other' } } }, true],
    ['name, with another note', { ...nameChange, verification: { ...verified, note: 'Seen again' } }, true],
    ['opening hours', { openingHours: [{ days: ['MO'], opens: '00:00', closes: '24:00' }] }, false],
  ])('is withdrawn by a change of %s: %j %s', async (_, changes, isReset) => {
    const station = await stations.createPending({ verification: verified, locales: localeNames });
    const { record } = await stations.update(station, changes);
    const { note } = changes.verification ?? verified;
    expect(record.verification).toEqual(isReset ? { ...withdrawnVerification, note } : station.verification);
    expect((await stations.get(station.id)).record.verification).toEqual(record.verification);
  });

  test('is withdrawn by a change of the telegraph code, and stays withdrawn when that is changed back', async () => {
    const station = await stations.createPending({ verification: verified });
    const { record } = await stations.update(station, { telegraphCode: await stations.freeCode() });
    expect(record.verification).toEqual(withdrawnVerification);
    const { telegraphCode } = station;
    expect((await stations.update(record, { telegraphCode })).record.verification).toEqual(withdrawnVerification);
  });

  test('that failed stays failed', async () => {
    const station = await stations.createPending({ verification: { state: 'failed', note: 'Not there' } });
    expect((await stations.update(station, nameChange)).record.verification).toEqual(station.verification);
  });

  test('is withdrawn by a proposal only once that is approved', async () => {
    const station = await stations.createActive({ verification: verified });
    const { record, proposal } = await stations.update(station, nameChange, 202);
    expect(record.verification).toEqual(station.verification);
    expect(proposal).toMatchObject({ after: { ...nameChange, verification: withdrawnVerification } });
    expect(await stations.approve(station)).toMatchObject({
      ...nameChange,
      verification: withdrawnVerification,
      status: 'active',
    });
    expect((await stations.get(station.id)).record.verification).toEqual(withdrawnVerification);
  });

  test('is kept by a proposal that changes the address', async () => {
    const station = await stations.createActive({ verification: verified });
    const { proposal } = await stations.update(station, { address: 'Elsewhere' }, 202);
    expect(proposal.changes).toEqual(['/address']);
    expect((await stations.approve(station)).verification).toEqual(station.verification);
  });

  test('is restored with the version that had it', async () => {
    const station = await stations.createPending({ verification: verified });
    const { record } = await stations.update(station, nameChange);
    expect((await stations.restore(record, 1)).record.verification).toEqual(station.verification);
  });

  test('filters and orders the list', async () => {
    await service.db('train_station').delete();
    const states = ['verified', 'failed', 'unverified'] as const;
    for (const state of states) await stations.createPending({ name: state, verification: { state } });
    for (const state of states) {
      const { items, total } = await stations.list({ verificationState: state });
      expect([items.map(({ name }) => name), total]).toEqual([[state], 1]);
    }
    const sortedNames = (await stations.list({ sort: '-verificationState' })).items.map(({ name }) => name);
    expect(sortedNames).toEqual(['verified', 'unverified', 'failed']);
  });
});
