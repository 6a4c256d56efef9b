import { screen, within } from '@testing-library/react';
import { useState } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { languages, renderInConsole } from '#testing/render.tsx';
import { TimeInput } from './time-field.tsx';

interface Props {
  initial?: string | null;
  onChange?: (value: string | null) => void;
}

function Opening({ initial = null, onChange }: Props) {
  const [value, setValue] = useState(initial);
  const take = (next: string | null) => {
    setValue(next);
    onChange?.(next);
  };
  return <TimeInput aria-label="Opens" value={value} onChange={take} />;
}

/** The hours and the minutes. */
const part = (index: 0 | 1) => screen.getAllByRole('spinbutton')[index] as HTMLElement; // a time has both

describe('a time of day', () => {
  it('is typed on 24 hours', async () => {
    const onChange = vi.fn();
    const { user } = await renderInConsole(<Opening onChange={onChange} />);
    await user.click(part(0));
    await user.keyboard('2205');
    expect(onChange).toHaveBeenLastCalledWith('22:05');
  });

  it('goes on to the minutes by a colon, a Chinese one too', async () => {
    for (const colon of [':', '：']) {
      const onChange = vi.fn();
      const { user, unmount } = await renderInConsole(<Opening onChange={onChange} />);
      await user.click(part(0));
      await user.keyboard(`1${colon}30`);
      expect(onChange).toHaveBeenLastCalledWith('01:30');
      unmount();
    }
  });

  it('counts as none while half of it stands there', async () => {
    const onChange = vi.fn();
    const { user } = await renderInConsole(<Opening initial="06:00" onChange={onChange} />);
    await user.click(part(1));
    await user.keyboard('{Backspace}{Backspace}');
    expect(onChange).toHaveBeenLastCalledWith(null);
  });

  it('is read from what is pasted', async () => {
    const onChange = vi.fn();
    const { user } = await renderInConsole(<Opening onChange={onChange} />);
    await user.click(part(0));
    await user.paste('５：４０');
    expect(onChange).toHaveBeenLastCalledWith('05:40');
  });

  it.each(languages)('is chosen from columns of hours and minutes, by keyboard and named in %s', async (language) => {
    const onChange = vi.fn();
    const { user, texts } = await renderInConsole(<Opening initial="06:00" onChange={onChange} />, { language });
    await user.click(screen.getByRole('button', { name: `Opens ${texts.kit.chooseTime}` }));
    const layer = await screen.findByRole('dialog', { name: texts.kit.chooseTime });
    expect(within(layer).getByRole('listbox', { name: texts.kit.hours })).toBe(document.activeElement);
    await user.keyboard('{ArrowDown}{ArrowRight}');
    expect(within(layer).getByRole('listbox', { name: texts.kit.minutes })).toBe(document.activeElement);
    await user.keyboard('{ArrowUp}');
    expect(onChange.mock.calls.map(([value]) => value)).toEqual(['07:00', '07:55']);
  });
});
