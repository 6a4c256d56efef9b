import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Service, startService } from '../kit/service.ts';

let service: Service;

beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.stop());

const readRefusedTargets = (username: string) =>
  service.db('user_log').where({ act: 'refused', username }).pluck('target');
/** More refusals than are logged per operation. */
const REFUSALS_PER_OPERATION = 15;
const OPERATIONS = [
  'listCountries',
  'listCities',
  'listAirports',
  'listAirlines',
  'listCabins',
  'listUsers',
  'listRoles',
] as const;

test('refusals are logged up to a limit per operation and per user', async () => {
  const clientWithoutPermissions = await service.clientWith();
  for (const id of OPERATIONS)
    for (let n = 0; n < REFUSALS_PER_OPERATION; n++) await clientWithoutPermissions.expectRefusal(id, {}, 'forbidden');
  const targets = await readRefusedTargets(clientWithoutPermissions.username);
  expect(targets).toHaveLength(60);
  expect(targets.filter((target) => target === 'listCountries')).toHaveLength(10);

  const otherClient = await service.clientWith();
  await otherClient.expectRefusal('listCountries', {}, 'forbidden');
  expect(await readRefusedTargets(otherClient.username)).toEqual(['listCountries']);

  const anHourEarlier = service.db.raw('time - INTERVAL 1 HOUR');
  await service.db('user_log').where('username', clientWithoutPermissions.username).update({ time: anHourEarlier });
  await clientWithoutPermissions.expectRefusal('listCountries', {}, 'forbidden');
  expect(await readRefusedTargets(clientWithoutPermissions.username)).toHaveLength(61);
});
