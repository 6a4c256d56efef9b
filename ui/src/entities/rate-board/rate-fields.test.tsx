import { screen } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { queryClient } from '#crud/read/query-client.ts';
import { api } from '#session/session.ts';
import { FormOf } from '#testing/form.tsx';
import { queryClientWrapper } from '#testing/query-client-wrapper.tsx';
import { renderInConsole } from '#testing/render.tsx';
import { Fields } from './rate-fields.tsx';

const get = vi.spyOn(api, 'GET');
const values = {
  base: 'JPY',
  quote: 'CNY',
  source: 'ECB',
  quotedAt: '2024-03-01T08:00:00.000Z',
  unit: 1,
  middle: '0.06',
  buy: null,
  sell: null,
  cashBuy: null,
  cashSell: null,
};

beforeEach(() => {
  queryClient.clear();
  get.mockReset();
});

it('warns of a jump from the last rate before the time of an old one, in the unit of the form', async () => {
  // the cast: the form reads nothing but the items
  get.mockResolvedValue({ data: { items: [{ id: 3, source: 'ECB', unit: 100, middle: '4.81' }] } } as never);
  const element = (
    <FormOf entity="rate_board" schema="RateWrite" values={values}>
      <Fields />
    </FormOf>
  );
  const { texts } = await renderInConsole(element, { wrapper: queryClientWrapper });
  const warning = texts.rate.jump.replace('{{previous}}', '0.0481').replace('{{change}}', '+24.74 %');
  expect(await screen.findByText(warning)).toBeDefined();
  const queries = get.mock.calls.map(([, options]) => options?.params?.query);
  expect(queries).toContainEqual({
    base: ['JPY'],
    quote: ['CNY'],
    source: 'ECB',
    view: 'all',
    status: ['active'],
    sort: ['-quotedAt'],
    quotedAt: '..2024-03-01T08:00:00.000Z',
    pageSize: 20,
  });
});
