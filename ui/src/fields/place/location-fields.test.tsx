import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { BodyName } from '#api/metadata.gen.ts';
import { FormOf } from '#testing/form.tsx';
import { renderInConsole } from '#testing/render.tsx';
import { LocationFields } from './location-fields.tsx';

it.each<[BodyName, number]>([
  ['AirportWrite', 1],
  ['CityWrite', 0],
])('the form of %s has %d time zone fields', async (schema, count) => {
  const { texts } = await renderInConsole(
    <QueryClientProvider client={new QueryClient()}>
      <FormOf entity="airport" schema={schema}>
        <LocationFields />
      </FormOf>
    </QueryClientProvider>,
  );
  expect(screen.getByRole('textbox', { name: texts.field.latitude })).toBeDefined();
  expect(screen.queryAllByRole('combobox', { name: texts.field.timezone })).toHaveLength(count);
});
