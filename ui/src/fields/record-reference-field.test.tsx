import { QueryClientProvider } from '@tanstack/react-query';
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import { screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { workIn } from '#crud/change-set/working-set.ts';
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
    ['zh-CN', '新建国家/地区“Ruritania”…'],
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

describe('in a change set', () => {
  const set = { id: 7, title: 'New countries', showsLive: false };
  const ruritania = { code: 'QR', name: 'Ruritania', locales: { de: { name: 'Ruritanien' } } };
  const freedonia = { id: 3, code: 'QF', name: 'Freedonia', locales: {} };
  const created = { id: 1, entity: 'country', action: 'create', event: null, recordId: null, version: 1, before: null };
  const sylvania = { id: 4, code: 'QS', name: 'Sylvania', locales: {} };
  const items: object[] = [];

  beforeEach(() => {
    items.splice(0, items.length, { ...created, become: 'active', after: ruritania });
    signIn('me', 'country:read', 'country:create');
    workIn(set);
    vi.stubGlobal('fetch', async (request: Request) => {
      const { pathname } = new URL(request.url);
      if (!pathname.endsWith('/items'))
        return answer({ items: [freedonia, sylvania], labels: {}, changeSet: { ...set, status: 'open' } });
      if (request.method === 'GET') return answer({ items, labels: {}, nextCursor: null });
      const { values } = await request.json();
      const item = { ...created, id: 2, become: 'active', after: values };
      items.push(item);
      return answer({ item, changeSet: set });
    });
    return () => workIn(null);
  });

  const answer = (data: object) => new Response(JSON.stringify({ code: 200, message: 'OK', data }));

  async function open(onChange = vi.fn()) {
    const Form = () => (
      <FormOf entity="city" schema="CityWrite" set={set} onChange={onChange}>
        <RecordReferenceField name="country" />
      </FormOf>
    );
    // the form of a new record asks before it is left
    const router = createRouter({
      routeTree: createRootRoute({ component: Form }),
      history: createMemoryHistory({ initialEntries: ['/'] }),
    });
    await router.load();
    return renderInConsole(
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>,
    );
  }
  const options = () => screen.getAllByRole('option').map((option) => option.textContent);

  it('finds what the set creates, by code and by its names', async () => {
    const onChange = vi.fn();
    const { user } = await open(onChange);
    await user.type(screen.getByRole('combobox'), 'ruritanien');
    await user.click(await screen.findByRole('option', { name: /Ruritania/ }));
    expect(onChange).toHaveBeenLastCalledWith({ country: 'QR' });
    expect(await screen.findByText('In the change set: created')).toBeTruthy();
  });

  it('finds what the set renames under its new code, and nothing that it deletes', async () => {
    const change = { ...created, action: 'update', become: null, recordId: 3, before: freedonia };
    items.push(
      { ...change, id: 8, after: { ...freedonia, code: 'QX' } },
      { ...change, id: 9, action: 'delete', recordId: 4, before: sylvania, after: null },
    );
    const { user } = await open();
    await user.type(screen.getByRole('combobox'), 'q');
    await waitFor(() =>
      expect(options()).toEqual([
        expect.stringMatching(/^QRRuritania.*In the change set: created$/),
        expect.stringMatching(/^QXFreedonia.*In the change set: changed$/),
        expect.stringMatching(/^Create country/),
      ]),
    );
  });

  it.each([
    '天堂',
    'tiantang',
    'ttgh',
    'tang gonghe',
    'Elysée',
    'ELYSEE',
  ])('finds what the set creates by %s', async (text) => {
    const locales = { 'zh-CN': { name: '天堂共和国' }, fr: { name: 'République de l’Élysée' } };
    items.push({ ...created, id: 8, become: 'active', after: { code: 'QT', name: 'Elysium', locales } });
    const { user } = await open();
    await user.type(screen.getByRole('combobox'), text);
    await screen.findByRole('option', { name: /Elysium/ });
    expect(options().some((option) => option?.includes('Ruritania'))).toBe(false);
  });

  it('refers to a record as soon as it is created in the set from the field', async () => {
    const onChange = vi.fn();
    const { user } = await open(onChange);
    await user.type(screen.getByRole('combobox'), 'QQ');
    await user.click(await screen.findByRole('option', { name: /Create country/ }));
    await user.type(await screen.findByRole('textbox', { name: /^Name/ }), 'Grand Fenwick');
    await user.click(screen.getByRole('button', { name: 'Save to change set' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(onChange).toHaveBeenLastCalledWith({ country: 'QQ' });
    expect(items.at(-1)).toMatchObject({ after: { code: 'QQ', name: 'Grand Fenwick' } });
    expect(screen.getByRole<HTMLInputElement>('combobox').value).toBe('Grand Fenwick');
  });
});
