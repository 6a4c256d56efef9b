import { expect, test } from 'vitest';
import { logCases } from './cases/log.ts';
import { readCases } from './cases/reads.ts';
import { updateCase } from './cases/update.ts';
import { checkReads, checkUpdate } from './check.ts';
import { signIn } from './client.ts';
import { createFilledDatabase } from './fill/fill.ts';
import { fillScheduledSets } from './fill/scheduled-sets.ts';
import { readCityPositions } from './samples/airports.ts';
import { startTestBed } from './test-bed.ts';

// builds the service that the test starts
await import('../bff/build.ts');

const SIZES = { airports: 100, stations: 2, cities: 57, logRows: 3500 };

test('service and floor answer every case alike', { timeout: 120_000 }, async () => {
  const database = await createFilledDatabase(SIZES);
  try {
    const testBed = await startTestBed(database);
    try {
      const { knex } = database;
      const cases = [
        ...(await readCases(knex, await readCityPositions(knex, SIZES.cities))),
        ...(await logCases(knex)),
      ];
      expect(cases.every(({ requestSequences }) => requestSequences.flat().length > 0)).toBe(true);
      for (const loadCase of cases) await checkReads(testBed, loadCase);
      await checkUpdate(testBed, await updateCase(knex));

      const client = await signIn(testBed.service.url, 'editor');
      const readPage = () => client.requestJson<{ items: { id: number }[]; upcoming: object[] }>('GET', '/airports');
      const { items } = await readPage();
      await fillScheduledSets(
        knex,
        items.map(({ id }) => id),
      );
      expect((await readPage()).upcoming).toHaveLength(items.length);
    } finally {
      await testBed.stop();
    }
  } finally {
    await database.drop();
  }
});
