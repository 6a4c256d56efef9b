import { screen, within } from '@testing-library/react';
import { useState } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { languages, renderInConsole } from '#testing/render.tsx';
import { TimeInput } from './time-field.tsx';

interface Props {
  initial?: string | null;
  onChange?: (value: string | null) => void;
}

function OpeningTimeField({ initial = null, onChange }: Props) {
  const [value, setValue] = useState(initial);
  const onFieldChange = (next: string | null) => {
    setValue(next);
    onChange?.(next);
  };
  return <TimeInput aria-label="Opens" value={value} onChange={onFieldChange} />;
}

/** Finds the hours (0) or the minutes (1). */
const findPart = (index: 0 | 1) => screen.getAllByRole('spinbutton')[index] as HTMLElement; // a time always has both

describe('a time of day', () => {
  it('accepts a time on the 24-hour clock', async () => {
    const onChange = vi.fn();
    const { user } = await renderInConsole(<OpeningTimeField onChange={onChange} />);
    await user.click(findPart(0));
    await user.keyboard('2205');
    expect(onChange).toHaveBeenLastCalledWith('22:05');
  });

  it('moves to the minutes on a colon, also on a full-width one', async () => {
    for (const colon of [':', '：']) {
      const onChange = vi.fn();
      const { user, unmount } = await renderInConsole(<OpeningTimeField onChange={onChange} />);
      await user.click(findPart(0));
      await user.keyboard(`1${colon}30`);
      expect(onChange).toHaveBeenLastCalledWith('01:30');
      unmount();
    }
  });

  it('reports null while half typed', async () => {
    const onChange = vi.fn();
    const { user } = await renderInConsole(<OpeningTimeField initial="06:00" onChange={onChange} />);
    await user.click(findPart(1));
    await user.keyboard('{Backspace}{Backspace}');
    expect(onChange).toHaveBeenLastCalledWith(null);
  });

  it('shows the time that is chosen while the same one is half typed', async () => {
    const onChange = vi.fn();
    const { user, texts } = await renderInConsole(<OpeningTimeField initial="06:00" onChange={onChange} />);
    await user.click(findPart(1));
    await user.keyboard('{Backspace}{Backspace}');
    await user.click(screen.getByRole('button', { name: `Opens ${texts.kit.chooseTime}` }));
    const hours = await screen.findByRole('listbox', { name: texts.kit.hours });
    await user.click(within(hours).getByRole('option', { name: '06' }));
    expect(onChange).toHaveBeenLastCalledWith('06:00');
    await user.keyboard('{Escape}');
    expect(findPart(1).textContent).toBe('00');
  });

  it('shows the time that is pasted while the same one is half typed, and keeps the focus', async () => {
    const onChange = vi.fn();
    const { user } = await renderInConsole(<OpeningTimeField initial="06:00" onChange={onChange} />);
    await user.click(findPart(1));
    await user.keyboard('{Backspace}{Backspace}');
    expect(onChange).toHaveBeenLastCalledWith(null);
    await user.paste('06:00');
    expect(onChange).toHaveBeenLastCalledWith('06:00');
    expect(findPart(1).textContent).toBe('00');
    expect(document.activeElement).toBe(findPart(1));
  });

  it('goes from an empty column up to its last option', async () => {
    const onChange = vi.fn();
    const { user, texts } = await renderInConsole(<OpeningTimeField onChange={onChange} />);
    await user.click(screen.getByRole('button', { name: `Opens ${texts.kit.chooseTime}` }));
    await screen.findByRole('listbox', { name: texts.kit.hours });
    await user.keyboard('{ArrowUp}');
    expect(onChange).toHaveBeenLastCalledWith('23:00');
  });

  it('accepts a pasted time', async () => {
    const onChange = vi.fn();
    const { user } = await renderInConsole(<OpeningTimeField onChange={onChange} />);
    await user.click(findPart(0));
    await user.paste('５：４０');
    expect(onChange).toHaveBeenLastCalledWith('05:40');
  });

  it.each(languages)('can be chosen by keyboard from columns labelled in %s', async (language) => {
    const onChange = vi.fn();
    const { user, texts } = await renderInConsole(<OpeningTimeField initial="06:00" onChange={onChange} />, {
      language,
    });
    await user.click(screen.getByRole('button', { name: `Opens ${texts.kit.chooseTime}` }));
    const layer = await screen.findByRole('dialog', { name: texts.kit.chooseTime });
    expect(within(layer).getByRole('listbox', { name: texts.kit.hours })).toBe(document.activeElement);
    await user.keyboard('{ArrowDown}{ArrowRight}');
    expect(within(layer).getByRole('listbox', { name: texts.kit.minutes })).toBe(document.activeElement);
    await user.keyboard('{ArrowUp}');
    expect(onChange.mock.calls.map(([value]) => value)).toEqual(['07:00', '07:55']);
  });
});
