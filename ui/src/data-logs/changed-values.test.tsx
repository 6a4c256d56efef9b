import { expect, it } from 'vitest';
import { cacheLabels } from '#crud/text/record-name-cache.ts';
import '#entities/index.ts';
import { renderInConsole } from '#testing/render.tsx';
import { ChangedValues } from './changed-values.tsx';
import type { DataLogEntry } from './use-data-logs.ts';

async function renderValues(part: Partial<DataLogEntry>) {
  // the cast: the cell reads nothing else of the entry
  const entry = { entity: 'city', changes: [], values: [], ...part } as unknown as DataLogEntry;
  return (await renderInConsole(<ChangedValues entry={entry} />)).container;
}

it('shows the first two fields with their old and new values, and how many more changed', async () => {
  cacheLabels({ country: { CN: { name: 'China' }, FR: { name: 'France' } } });
  const cell = await renderValues({
    changes: ['/country', '/name', '/iataCode', '/cnCode'],
    values: [
      { pointer: '/country', before: 'CN', after: 'FR' },
      { pointer: '/name', before: 'Old town', after: 'New town' },
    ],
  });
  const [country, name] = cell.firstElementChild?.children ?? [];
  expect(country?.textContent).toBe('CountryChina CN→France FR');
  expect(name?.textContent).toBe('NameOld town→New town+2');
  expect(name?.querySelector('ins')?.textContent).toBe('New');
});

it('names an empty value, and cuts the old and the new value each by itself', async () => {
  const cell = await renderValues({
    changes: ['/iataCode'],
    values: [{ pointer: '/iataCode', before: null, after: 'PAR' }],
  });
  expect(cell.textContent).toContain('(empty)→PAR');
  expect(cell.textContent).not.toContain('+');
  expect(cell.querySelectorAll('.truncate')).toHaveLength(3);
});

it('shows a changed status above the reason, and the reason alone where no value changed', async () => {
  const values = [{ pointer: '/status', before: 'pending', after: 'rejected' }];
  const rejected = await renderValues({ values, reason: 'not so' });
  expect(rejected.textContent).toBe('StatusPending→Rejectednot so');
  const created = await renderValues({ reason: 'import #12 cities.csv' });
  expect(created.textContent).toContain('#12');
});
