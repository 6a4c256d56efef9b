import { screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { renderInConsole } from '#testing/render.tsx';
import { NewPasswordField } from './new-password-field.tsx';

const renderField = (...results: (boolean | undefined)[]) => {
  const names = ['length', 'common'] as const;
  const rules = names.map((rule, index) => ({ rule, isMet: results[index], text: `Rule ${rule}` }));
  return renderInConsole(<NewPasswordField label="New" name="new" value="x" onChange={vi.fn()} rules={rules} />);
};

it.each([
  [true, true, 'All password requirements are met'],
  [true, false, 'Requirements not met yet: Rule common'],
  [true, undefined, ''],
])('says which requirements are met, and nothing while one cannot be checked', async (first, second, text) => {
  await renderField(first, second);
  expect(screen.getByRole('status').textContent).toBe(text);
});
