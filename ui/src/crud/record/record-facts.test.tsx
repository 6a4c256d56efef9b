import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { trainStation } from '#entities/train-station/train-station.tsx';
import { renderInConsole } from '#testing/render.tsx';
import { FieldList } from './record-facts.tsx';
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
