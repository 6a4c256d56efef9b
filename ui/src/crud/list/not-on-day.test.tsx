import { screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { Problem } from '#api/problem.ts';
import { isRefusedForDay, rejectQuietlyForDay } from '#crud/read/viewed-day.ts';
import { showDay, viewedDay } from '#session/viewed-day.ts';
import { renderInConsole } from '#testing/render.tsx';
import { NotOnDay } from './not-on-day.tsx';

afterEach(() => showDay(null));

const refusal = (...fields: Problem['fields']) =>
  new Problem({ status: 422, code: 422, key: 'validationError', message: '1 value is not valid', fields });

it('names what a list cannot be filtered and sorted by on another day, and removes that', async () => {
  showDay('2026-11-20');
  const [rule, message] = ['notAsOf', 'Not available for another time than now'] as const;
  const problem = refusal(
    { pointer: '/query/sort', rule, message },
    { pointer: '/query/updatedFrom', rule, message },
    { pointer: '/query/updatedTo', rule, message },
    { pointer: '/query/mine', rule, message },
  );
  expect(isRefusedForDay(problem)).toBe(true);
  const onRemove = vi.fn();
  const { user } = await renderInConsole(<NotOnDay problem={problem} onRemove={onRemove} />);
  screen.getByText(/^Not available while you view 2026-11-20: .*, .*, Changed by me$/);
  await user.click(screen.getByRole('button', { name: 'Remove them' }));
  expect(onRemove).toHaveBeenCalledWith(['sort', 'updated', 'mine']);
});

it('says from which day on the log knows records, and leads back to now', async () => {
  showDay('2020-01-01');
  const message = 'The log begins on 2026-11-18, so nothing earlier is known';
  const problem = refusal({ pointer: '/query/asOf', rule: 'beforeLog', message });
  const { user } = await renderInConsole(<NotOnDay problem={problem} onRemove={() => {}} />, { language: 'en' });
  screen.getByText('2020-01-01 cannot be shown');
  screen.getByText(message);
  await user.click(screen.getByRole('button', { name: 'Back to now' }));
  expect(viewedDay()).toBeNull();
  expect(isRefusedForDay(problem)).toBe(false);
});

it('takes the place of the general message of a failed request', () => {
  showDay('2020-01-01');
  const problem = refusal({ pointer: '/query/asOf', rule: 'beforeLog', message: 'The log begins later' });
  const other = refusal({ pointer: '/query/country', rule: 'unknownReference', message: 'Unknown' });
  for (const each of [problem, other]) expect(() => rejectQuietlyForDay(each)).toThrow(each);
  expect([problem.isQuiet, other.isQuiet]).toEqual([true, false]);
});
