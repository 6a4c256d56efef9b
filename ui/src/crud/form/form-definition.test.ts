import { afterEach, expect, it, vi } from 'vitest';
import type { EntityUi, FormParts } from '#crud/define-entity.ts';
import { loadForm } from './form-definition.ts';

afterEach(() => void vi.useRealTimers());

const kind = (parts: () => Promise<FormParts>): EntityUi => ({
  key: 'airport',
  path: '/airport',
  resource: '/api/v1/airports',
  schema: 'AirportWrite',
  icon: 'airport',
  columns: [],
  filters: [],
  form: { load: parts, place: 'panel' },
});

const elsewhere = { pointer: '/city', rule: 'otherCountry', message: '…' } as const;
const sound = { code: 'PKX', name: 'Beijing Daxing', city: 'BJS', country: 'JP' };
const Fields = () => null;

it('adds what the form itself finds to what the contract finds', async () => {
  const { validate } = await loadForm(kind(async () => ({ Fields, check: () => [elsewhere] })));
  expect(validate(sound, 'en')).toEqual([elsewhere]);
  expect(validate({ ...sound, name: null }, 'en').map(({ pointer }) => pointer)).toEqual(['/name', '/city']);
});

it('leaves a field to the contract that the contract refuses', async () => {
  const { validate } = await loadForm(kind(async () => ({ Fields, check: () => [elsewhere] })));
  const [only, ...more] = validate({ ...sound, city: 'NOSUCHCITY' }, 'en');
  expect(only).toMatchObject({ pointer: '/city', rule: 'maxLength' });
  expect(more).toEqual([]);
});

it('asks again for parts that could not be had, but not as soon as React asks again', async () => {
  vi.useFakeTimers();
  let calls = 0;
  const entity = kind(async () => {
    calls += 1;
    if (calls === 1) throw new Error('offline');
    return { Fields };
  });
  await expect(loadForm(entity)).rejects.toThrow('offline');
  await expect(loadForm(entity)).rejects.toThrow('offline');
  vi.advanceTimersByTime(1000);
  await loadForm(entity);
  await loadForm(entity);
  expect(calls).toBe(2);
});
