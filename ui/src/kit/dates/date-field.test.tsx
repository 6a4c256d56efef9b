import { screen } from '@testing-library/react';
import { useState } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { languages, renderInConsole } from '#testing/render.tsx';
import { DateField, type DateFieldProps } from './date-field.tsx';
import { DateRangeField } from './date-range-field.tsx';
import { isHalfTyped } from './half-typed.ts';

function DayField({ value: initial = null, onChange, ...props }: Partial<DateFieldProps>) {
  const [value, setValue] = useState(initial);
  const onFieldChange = (next: string | null) => {
    setValue(next);
    onChange?.(next);
  };
  return <DateField label="Valid from" {...props} value={value} onChange={onFieldChange} />;
}

const findParts = () => screen.getAllByRole('spinbutton');
const findPart = (index: number) => findParts()[index] as HTMLElement; // a date has three parts, a date with time five
const partTexts = () => findParts().map(({ textContent }) => textContent);

describe('a date field', () => {
  it.each(languages)('puts the year first in %s', async (language) => {
    await renderInConsole(<DayField value="2026-03-01" />, { language });
    expect(partTexts()).toEqual(['2026', '03', '01']);
  });

  it('accepts a date typed digit by digit', async () => {
    const onChange = vi.fn();
    const { user } = await renderInConsole(<DayField onChange={onChange} />);
    await user.click(findPart(0));
    await user.keyboard('20260301');
    expect(onChange).toHaveBeenLastCalledWith('2026-03-01');
  });

  it('leaves Enter to the dialog around, with and without Ctrl', async () => {
    const keys: string[] = [];
    const { user } = await renderInConsole(
      // biome-ignore lint/a11y/noStaticElementInteractions: stands for a dialog
      <div onKeyDown={({ key }) => keys.push(key)}>
        <DayField value="2026-03-01" />
      </div>,
    );
    await user.click(findPart(2));
    await user.keyboard('{Enter}{Control>}{Enter}{/Control}');
    expect(keys).toEqual(['Enter', 'Control', 'Enter']);
  });

  it('takes the focus when it appears, on request', async () => {
    await renderInConsole(<DayField autoFocus />);
    expect(document.activeElement).toBe(findPart(0));
  });

  it('moves to the next part on a dash', async () => {
    const onChange = vi.fn();
    const { user } = await renderInConsole(<DayField onChange={onChange} />);
    await user.click(findPart(0));
    await user.keyboard('2026-3-1');
    expect(onChange).toHaveBeenLastCalledWith('2026-03-01');
  });

  it.each(
    languages,
  )('reports no valid date while half typed, and warns in %s once it loses the focus', async (language) => {
    const onChange = vi.fn();
    const { user, texts } = await renderInConsole(<DayField value="2026-03-01" onChange={onChange} />, { language });
    await user.click(findPart(2));
    await user.keyboard('{Backspace}{Backspace}');
    expect(onChange).toHaveBeenLastCalledWith('2026-03-');
    expect(isHalfTyped('2026-03-')).toBe(true);
    expect(screen.queryByText(texts.kit.halfTyped)).toBeNull();
    await user.tab();
    await user.tab();
    expect(screen.getByText(texts.kit.halfTyped)).toBeDefined();
    expect(partTexts().slice(0, 2)).toEqual(['2026', '03']);
  });

  it('is empty once all parts are cleared, and incomplete again from the first digit on', async () => {
    const onChange = vi.fn();
    const { user } = await renderInConsole(<DayField onChange={onChange} />);
    await user.click(findPart(0));
    await user.keyboard('2026');
    expect(isHalfTyped(onChange.mock.lastCall?.[0])).toBe(true);
    await user.click(findPart(0));
    await user.keyboard('{Backspace}{Backspace}{Backspace}{Backspace}');
    expect(onChange).toHaveBeenLastCalledWith(null);
  });

  it('says instead of an error that its date is incomplete, also where that was restored from a draft', async () => {
    const { texts } = await renderInConsole(<DayField value="2026-03-" error="Wrong format" />);
    expect(screen.getByText(texts.kit.halfTyped)).toBeDefined();
    expect(screen.queryByText('Wrong format')).toBeNull();
  });

  it.each(['2026/3/1', '2026年3月1日', '20260301'])('accepts a pasted %s', async (text) => {
    const onChange = vi.fn();
    const { user } = await renderInConsole(<DayField onChange={onChange} />);
    await user.click(findPart(0));
    await user.paste(text);
    expect(onChange).toHaveBeenLastCalledWith('2026-03-01');
  });

  it('steps a part by the arrow keys', async () => {
    const onChange = vi.fn();
    const { user } = await renderInConsole(<DayField value="2026-03-31" onChange={onChange} />);
    await user.click(findPart(0));
    await user.keyboard('{ArrowUp}');
    expect(onChange).toHaveBeenLastCalledWith('2027-03-31');
  });

  it('opens a calendar on Alt+ArrowDown and lets a day be chosen by keyboard', async () => {
    const onChange = vi.fn();
    const { user, texts } = await renderInConsole(<DayField value="2026-03-01" onChange={onChange} />);
    await user.click(findPart(0));
    await user.keyboard('{Alt>}{ArrowDown}{/Alt}');
    expect(await screen.findByRole('grid')).toBeDefined();
    expect(screen.getByRole('button', { name: texts.kit.today })).toBeDefined();
    await user.keyboard('{ArrowRight}{Enter}');
    expect(onChange).toHaveBeenLastCalledWith('2026-03-02');
  });

  it('edits a date and time in UTC', async () => {
    const onChange = vi.fn();
    const { user } = await renderInConsole(<DayField time value="2026-03-01T05:40:00Z" onChange={onChange} />);
    expect(findParts()).toHaveLength(5);
    await user.click(findPart(3));
    await user.keyboard('23');
    expect(String(onChange.mock.lastCall?.[0])).toMatch(/^2026-03-01T23:40:00(\.000)?Z$/);
  });

  it('has no calendar while it is locked', async () => {
    await renderInConsole(<DayField value="2026-03-01" lock />);
    expect(screen.queryByRole('button')).toBeNull();
    expect(partTexts()).toEqual(['2026', '03', '01']);
  });
});

describe('a range of dates', () => {
  it.each(languages)('warns in %s if it ends before it starts', async (language) => {
    const from = { label: 'From', value: '2026-03-02' };
    const element = (to: string) => <DateRangeField from={from} to={{ label: 'To', value: to }} />;
    const { texts, rerender } = await renderInConsole(element('2026-03-01'), { language });
    expect(screen.getByText(texts.kit.endsBeforeStart)).toBeDefined();
    rerender(element('2026-03-02'));
    expect(screen.queryByText(texts.kit.endsBeforeStart)).toBeNull();
  });
});

describe('the value that is half typed', () => {
  async function halfType(onChange = vi.fn()) {
    const view = await renderInConsole(<DayField value="2026-03-01" onChange={onChange} />);
    await view.user.click(findPart(2));
    await view.user.keyboard('{Backspace}{Backspace}');
    expect(onChange).toHaveBeenLastCalledWith('2026-03-');
    expect(partTexts()[2]).not.toBe('01');
    return { ...view, onChange };
  }

  it('is shown again when it is chosen in the calendar', async () => {
    const { user, texts, onChange } = await halfType();
    await user.keyboard('{Alt>}{ArrowDown}{/Alt}');
    await screen.findByRole('grid');
    await user.keyboard('{Enter}');
    expect(onChange).toHaveBeenLastCalledWith('2026-03-01');
    expect(partTexts()).toEqual(['2026', '03', '01']);
    await user.tab();
    await user.tab();
    expect(screen.queryByText(texts.kit.halfTyped)).toBeNull();
  });

  it('is shown again when it is pasted, and keeps the focus', async () => {
    const { user, onChange } = await halfType();
    await user.paste('2026-03-01');
    expect(onChange).toHaveBeenLastCalledWith('2026-03-01');
    expect(partTexts()).toEqual(['2026', '03', '01']);
    expect(document.activeElement).toBe(findPart(2));
  });
});
