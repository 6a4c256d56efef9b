import { QueryClientProvider } from '@tanstack/react-query';
import { screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { queryClient } from '#crud/read/query-client.ts';
import { country } from '#entities/country.tsx';
import { FormOf } from '#testing/form.tsx';
import { type languages, renderInConsole } from '#testing/render.tsx';
import { signIn } from '#testing/test-session.ts';
import { RecordReferenceField, RecordReferencesField } from './record-reference-field.tsx';

const noRecords = JSON.stringify({ code: 200, message: 'OK', data: { items: [], labels: {} } });

beforeEach(() => {
  queryClient.clear();
  vi.stubGlobal('fetch', async () => new Response(noRecords));
});

const fields = {
  one: (
    <FormOf entity="city" schema="CityWrite">
      <RecordReferenceField name="country" />
    </FormOf>
  ),
  several: (
    <FormOf entity="protocol" schema="ProtocolWrite" values={{ countries: ['CN'] }}>
      <RecordReferencesField name="countries" />
    </FormOf>
  ),
};

async function search(field: keyof typeof fields, text: string, language: (typeof languages)[number] = 'en') {
  const { user, texts } = await renderInConsole(
    <QueryClientProvider client={queryClient}>{fields[field]}</QueryClientProvider>,
    { language },
  );
  await user.type(screen.getByRole('combobox'), text);
  await screen.findByText(texts.kit.noMatches);
}

describe.each(['one', 'several'] as const)('a field for %s', (field) => {
  it.each([
    ['en', 'Create country “Ruritania”…'],
    ['zh-CN', '新建国家/地区「Ruritania」…'],
  ] as const)('offers in %s to create what is not found', async (language, label) => {
    expect(country.key).toBe('country');
    signIn('me', 'country:read', 'country:create');
    await search(field, 'Ruritania', language);
    await waitFor(() => expect(screen.getByRole('option').textContent).toBe(label));
  });

  it('does not offer that to users who may not create the kind', async () => {
    signIn('me', 'country:read', 'city:create');
    await search(field, 'Ruritania');
    expect(screen.queryByRole('option')).toBeNull();
  });
});
