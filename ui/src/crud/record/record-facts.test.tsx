import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { airport } from '#entities/airport/airport.tsx';
import { trainStation } from '#entities/train-station/train-station.tsx';
import { renderInConsole } from '#testing/render.tsx';
import { FieldList, RecordFacts } from './record-facts.tsx';
import type { RecordDetails } from './use-record.ts';

const record: RecordDetails['record'] = {
  id: 1,
  code: 'BJP',
  status: 'pending',
  version: 1,
  createTime: '2026-11-20T06:32:10.000Z',
  updateTime: '2026-11-20T06:32:10.000Z',
  createdBy: 'editor',
  updatedBy: 'editor',
  warnings: [],
  verification: { state: 'verified', note: 'By phone', evidence: null, by: 'editor' },
  latitude: 39.9,
};

it('shows each filled property of an object with its own label, and no field that is shown elsewhere', async () => {
  const { texts } = await renderInConsole(
    <FieldList entity={trainStation} record={record} shownFields={['latitude']} />,
  );
  const terms = screen.getAllByRole('term').map(({ textContent }) => textContent);
  expect(terms).toEqual([texts.field.state, texts.field.note, texts.field.by]);
  expect(screen.getAllByRole('definition').map(({ textContent }) => textContent)).toEqual([
    texts.value.state.verified,
    'By phone',
    'editor',
  ]);
});

it('repeats no value that equals the code, but shows a city with the code of its airport', async () => {
  const data = {
    record: { ...record, code: 'SIN', iataCode: 'SIN', city: 'SIN' },
    references: { totals: {}, items: [] },
  };
  // the cast: the card's facts read nothing else of a record's details
  await renderInConsole(<RecordFacts entity={airport} data={data as unknown as RecordDetails} hasMap={false} />);
  const values = screen.getAllByRole('definition').map(({ textContent }) => textContent);
  expect(values.filter((text) => text?.includes('SIN'))).toHaveLength(1);
});
