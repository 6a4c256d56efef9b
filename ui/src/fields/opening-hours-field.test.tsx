import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { FormOf } from '#testing/form.tsx';
import { languages, renderInConsole } from '#testing/render.tsx';
import type { Hours } from './opening-hours/hours.ts';
import { OpeningHoursField } from './opening-hours-field.tsx';

const weekdays: Hours = { days: ['MO', 'TU', 'WE', 'TH', 'FR'], opens: '06:00', closes: '22:00' };

type Form = Partial<Parameters<typeof FormOf>[0]>;

async function openingHours(rows: Hours[], form: Form = {}, options?: Parameters<typeof renderInConsole>[1]) {
  const onChange = vi.fn();
  const element = (
    <FormOf
      entity="train_station"
      schema="TrainStationWrite"
      values={{ openingHours: rows }}
      onChange={onChange}
      {...form}
    >
      <OpeningHoursField timezone="Asia/Shanghai" />
    </FormOf>
  );
  const view = await renderInConsole(element, options);
  return { ...view, lastHours: () => onChange.mock.lastCall?.[0].openingHours };
}

describe('opening hours', () => {
  it.each(languages)('begin empty, and take every day from 06:00 to 22:00 from a menu in %s', async (language) => {
    const { user, texts, lastHours } = await openingHours([], {}, { language });
    expect(screen.getByText(texts.hours.empty)).toBeDefined();
    await user.click(screen.getByRole('button', { name: texts.hours.add }));
    await user.click(await screen.findByRole('menuitem', { name: texts.hours.everyDay }));
    expect(lastHours()).toEqual([
      { days: ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'], opens: '06:00', closes: '22:00' },
    ]);
  });

  it('offer the days that are left, at the times of the row before', async () => {
    const { user, texts, lastHours } = await openingHours([{ ...weekdays, closes: '20:30' }]);
    await user.click(screen.getByRole('button', { name: texts.hours.add }));
    await user.click((await screen.findAllByRole('menuitem'))[0] as HTMLElement); // a menu that has opened has entries
    expect(lastHours()[1]).toEqual({ days: ['SA', 'SU'], opens: '06:00', closes: '20:30' });
  });

  it('are open round the clock by one button, and go back to the times before', async () => {
    const { user, texts, lastHours } = await openingHours([weekdays]);
    const roundTheClock = await screen.findByRole('button', { name: new RegExp(`^${texts.hours.wholeDay}`) });
    await user.click(roundTheClock);
    expect(lastHours()).toEqual([{ ...weekdays, opens: '00:00', closes: '24:00' }]);
    expect(screen.queryAllByRole('spinbutton')).toEqual([]);
    await user.click(roundTheClock);
    expect(lastHours()).toEqual([weekdays]);
  });

  it.each(languages)('that end after midnight are told in %s', async (language) => {
    const { texts } = await openingHours([{ ...weekdays, opens: '22:00', closes: '02:00' }], {}, { language });
    expect(await screen.findByText(texts.hours.nextDay)).toBeDefined();
  });

  it('are typed into the row, named by its days', async () => {
    const { user, lastHours } = await openingHours([weekdays]);
    const [hours] = await screen.findAllByRole('spinbutton');
    await user.click(hours as HTMLElement); // a time has two parts
    await user.keyboard('0730');
    expect(lastHours()).toEqual([{ ...weekdays, opens: '07:30' }]);
  });

  it.each(languages)('that overlap are warned about in %s', async (language) => {
    const { texts } = await openingHours([weekdays, { ...weekdays, days: ['FR'] }], {}, { language });
    expect(screen.getByText(texts.hours.overlap.replace('{{days}}', texts.value.days.FR))).toBeDefined();
  });

  it('lose a row, and give the focus to what adds one', async () => {
    const { user, texts, lastHours } = await openingHours([weekdays]);
    const name = texts.hours.remove.replace('{{days}}', '');
    await user.click(await screen.findByRole('button', { name: new RegExp(`^${name}`) }));
    expect(lastHours()).toEqual([]);
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: texts.hours.add })));
  });

  it('can be read and not changed in a locked form', async () => {
    await openingHours([weekdays], { isReadOnly: true });
    expect(screen.getByText('06:00')).toBeDefined();
    expect(screen.queryAllByRole('button')).toEqual([]);
  });
});
