import { afterEach, expect, it, vi } from 'vitest';
import type { EntityUi, FormParts } from '#crud/define-entity.ts';
import { loadForm } from './form-definition.ts';

afterEach(() => void vi.useRealTimers());

const entityWithForm = (load: () => Promise<FormParts>): EntityUi => ({
  key: 'airport',
  path: '/airport',
  resource: '/api/v1/airports',
  schema: 'AirportWrite',
  icon: 'airport',
  columns: [],
  filters: [],
  form: { load, layout: 'panel' },
});

const countryError = { pointer: '/city', rule: 'otherCountry', message: '…' } as const;
const validValues = { code: 'PKX', name: 'Beijing Daxing', city: 'BJS', country: 'JP' };
const Fields = () => null;

it("adds the form's own errors to the contract's", async () => {
  const { validate } = await loadForm(entityWithForm(async () => ({ Fields, check: () => [countryError] })));
  expect(validate(validValues, 'en')).toEqual([countryError]);
  expect(validate({ ...validValues, name: null }, 'en').map(({ pointer }) => pointer)).toEqual(['/name', '/city']);
});

it('drops errors of the form at fields that are invalid by the contract', async () => {
  const { validate } = await loadForm(entityWithForm(async () => ({ Fields, check: () => [countryError] })));
  const [firstError, ...otherErrors] = validate({ ...validValues, city: 'NOSUCHCITY' }, 'en');
  expect(firstError).toMatchObject({ pointer: '/city', rule: 'maxLength' });
  expect(otherErrors).toEqual([]);
});

it('loads the parts again after a failure, but not while the failure is cached', async () => {
  vi.useFakeTimers();
  let calls = 0;
  const entity = entityWithForm(async () => {
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
