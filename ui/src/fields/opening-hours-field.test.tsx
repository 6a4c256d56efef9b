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
  it.each(languages)('start empty and add every day from 06:00 to 22:00 in %s', async (language) => {
    const { user, texts, lastHours } = await openingHours([], {}, { language });
    expect(screen.getByText(texts.hours.empty)).toBeDefined();
    await user.click(screen.getByRole('button', { name: texts.hours.add }));
    await user.click(await screen.findByRole('menuitem', { name: texts.hours.everyDay }));
    expect(lastHours()).toEqual([
      { days: ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'], opens: '06:00', closes: '22:00' },
    ]);
  });

  it('suggest the remaining days with the times of the previous row', async () => {
    const { user, texts, lastHours } = await openingHours([{ ...weekdays, closes: '20:30' }]);
    await user.click(screen.getByRole('button', { name: texts.hours.add }));
    await user.click((await screen.findAllByRole('menuitem'))[0] as HTMLElement); // a menu that has opened has entries
    expect(lastHours()[1]).toEqual({ days: ['SA', 'SU'], opens: '06:00', closes: '20:30' });
  });

  it('switch between 24 hours and the previous times', async () => {
    const { user, texts, lastHours } = await openingHours([weekdays]);
    const roundTheClock = await screen.findByRole('button', { name: new RegExp(`^${texts.hours.wholeDay}`) });
    await user.click(roundTheClock);
    expect(lastHours()).toEqual([{ ...weekdays, opens: '00:00', closes: '24:00' }]);
    expect(screen.queryAllByRole('spinbutton')).toEqual([]);
    await user.click(roundTheClock);
    expect(lastHours()).toEqual([weekdays]);
  });

  it.each(languages)('show that they end after midnight in %s', async (language) => {
    const { texts } = await openingHours([{ ...weekdays, opens: '22:00', closes: '02:00' }], {}, { language });
    expect(await screen.findByText(texts.hours.nextDay)).toBeDefined();
  });

  it('that close at 24:00 end on the same day where they are shown as such', async () => {
    const { texts } = await openingHours([{ ...weekdays, closes: '24:00' }], { isReadOnly: true });
    expect(screen.getByText('24:00')).toBeDefined();
    expect(screen.queryByText(texts.hours.nextDay)).toBeNull();
  });

  it('that close at 24:00 are edited as 00:00 of the next day', async () => {
    const { texts } = await openingHours([{ ...weekdays, closes: '24:00' }]);
    expect(await screen.findByText(texts.hours.nextDay)).toBeDefined();
    expect(screen.getAllByRole('spinbutton').map(({ textContent }) => textContent)).toEqual(['06', '00', '00', '00']);
  });

  it('keep what belongs to a row when the one before it is removed', async () => {
    const sunday: Hours = { days: ['SU'], opens: '00:00', closes: '24:00' };
    const { user, texts, lastHours } = await openingHours([{ ...weekdays, opens: '07:30' }, sunday]);
    const findWholeDay = () => screen.findAllByRole('button', { name: new RegExp(`^${texts.hours.wholeDay}`) });
    await user.click((await findWholeDay())[0] as HTMLElement); // one of two rows
    await user.click(
      screen.getAllByRole('button', {
        name: new RegExp(`^${texts.hours.remove.split('{{days}}')[0]}`),
      })[0] as HTMLElement,
    ); // as above
    expect(lastHours()).toEqual([sunday]);
    await user.click((await findWholeDay())[0] as HTMLElement); // the other row
    expect(lastHours()).toEqual([{ ...sunday, opens: '06:00', closes: '22:00' }]);
  });

  it('can be typed into fields labeled with the days', async () => {
    const { user, lastHours } = await openingHours([weekdays]);
    const [hours] = await screen.findAllByRole('spinbutton');
    await user.click(hours as HTMLElement); // a time has two parts
    await user.keyboard('0730');
    expect(lastHours()).toEqual([{ ...weekdays, opens: '07:30' }]);
  });

  it.each(languages)('show a warning if they overlap in %s', async (language) => {
    const { texts } = await openingHours([weekdays, { ...weekdays, days: ['FR'] }], {}, { language });
    expect(screen.getByText(texts.hours.overlap.replace('{{days}}', texts.value.days.FR))).toBeDefined();
  });

  it('focus the add button after a row is removed', async () => {
    const { user, texts, lastHours } = await openingHours([weekdays]);
    const [name] = texts.hours.remove.split('{{days}}');
    await user.click(await screen.findByRole('button', { name: new RegExp(`^${name}`) }));
    expect(lastHours()).toEqual([]);
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: texts.hours.add })));
  });

  it('have no buttons in a read-only form', async () => {
    await openingHours([weekdays], { isReadOnly: true });
    expect(screen.getByText('06:00')).toBeDefined();
    expect(screen.queryAllByRole('button')).toEqual([]);
  });
});
