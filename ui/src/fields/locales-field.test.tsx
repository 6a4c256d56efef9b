import { screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { FormOf } from '#testing/form.tsx';
import { renderInConsole } from '#testing/render.tsx';
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
