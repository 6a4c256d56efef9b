import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Service, startService } from '../kit/service.ts';

let service: Service;

beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.stop());

const logged = (username: string) => service.db('user_log').where({ act: 'refused', username }).pluck('target');
/** More than are written down of one operation. */
const MANY = 15;
const OPERATIONS = [
  'listCountries',
  'listCities',
  'listAirports',
  'listAirlines',
  'listCabins',
  'listUsers',
  'listRoles',
] as const;

test('a flood of refusals is written down up to so many of an operation, and of a person', async () => {
  const person = await service.clientWith();
  for (const id of OPERATIONS) for (let n = 0; n < MANY; n++) await person.expectRefusal(id, {}, 'forbidden');
  const targets = await logged(person.username);
  expect(targets).toHaveLength(60);
  expect(targets.filter((target) => target === 'listCountries')).toHaveLength(10);

  const other = await service.clientWith();
  await other.expectRefusal('listCountries', {}, 'forbidden');
  expect(await logged(other.username)).toEqual(['listCountries']);

  const earlier = service.db.raw('time - INTERVAL 1 HOUR');
  await service.db('user_log').where('username', person.username).update({ time: earlier });
  await person.expectRefusal('listCountries', {}, 'forbidden');
  expect(await logged(person.username)).toHaveLength(61);
});
