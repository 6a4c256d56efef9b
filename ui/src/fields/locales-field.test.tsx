import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import { screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { FormOf } from '#testing/form.tsx';
import { renderInConsole } from '#testing/render.tsx';
import '#entities/index.ts';
import { LocalesField } from './locales-field.tsx';

const locales = { he: { name: 'ירושלים' } };

async function addLanguage(tag: string) {
  const onChange = vi.fn();
  const element = (
    <FormOf entity="city" schema="CityWrite" values={{ locales }} onChange={onChange}>
      <LocalesField />
    </FormOf>
  );
  const { user, texts } = await renderInConsole(element);
  await user.click(screen.getByRole('button', { name: texts.record.addLanguage }));
  await user.type(await screen.findByRole('textbox', { name: texts.record.languageTag }), tag);
  await user.click(screen.getByRole('button', { name: texts.common.add }));
  return { texts, onChange };
}

it.each([
  ['ja', 'ja'],
  ['zh-hant', 'zh-Hant'],
])('the language %s is added as %s', async (typed, tag) => {
  const { onChange } = await addLanguage(typed);
  expect(onChange).toHaveBeenLastCalledWith({ locales: { ...locales, [tag]: { name: '' } } });
});

it.each(['he', 'HE', 'iw'])('a language that is there is refused, also by another of its tags: %s', async (typed) => {
  const { texts, onChange } = await addLanguage(typed);
  expect(screen.getByText(texts.record.languageTaken)).toBeDefined();
  expect(onChange).not.toHaveBeenCalled();
});

it.each(['en-gb-us', 'x', '日本'])('the invalid tag %s is refused', async (typed) => {
  const { texts, onChange } = await addLanguage(typed);
  expect(screen.getByRole('textbox', { name: texts.record.languageTag }).getAttribute('aria-invalid')).toBe('true');
  expect(onChange).not.toHaveBeenCalled();
});

it('says beside the name in a language what it will be', async () => {
  const change = {
    recordId: 44,
    changeSet: { id: 7, title: 'Rename', status: 'scheduled' as const },
    item: { id: 70, version: 1 },
    effectiveOn: '2099-04-06T00:00',
    effectiveTime: '2099-04-06T00:00:00.000Z',
    action: 'update' as const,
    event: null,
    changes: ['/locales/en'],
    values: { locales: { en: { name: 'Peking' } } },
  };
  const component = () => (
    <FormOf entity="city" schema="CityWrite" values={{ locales }} upcoming={[change]}>
      <LocalesField />
    </FormOf>
  );
  const history = createMemoryHistory({ initialEntries: ['/'] });
  const router = createRouter({ routeTree: createRootRoute({ component }), history });
  await renderInConsole(<RouterProvider router={router} />);
  expect((await screen.findByRole('link', { name: /Peking/ })).getAttribute('href')).toBe('/change-sets/7');
  expect(screen.getAllByRole('link')).toHaveLength(1);
});
