import { screen, waitFor, within } from '@testing-library/react';
import { useState } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { languages, renderInConsole } from '#testing/render.tsx';
import { ComboboxField, type ComboboxFieldProps, type Option } from './combobox-field.tsx';

const currencies: Option[] = Array.from({ length: 301 }, (_, index) => {
  const number = String(index + 1).padStart(3, '0');
  return { value: `C${number}`, code: `C${number}`, label: `Currency ${number}`, keywords: `word${number}` };
});

type Props = Partial<ComboboxFieldProps> & { initial?: string };

/** A field that keeps its value, as a form does. */
function Currency({ initial, onChange, ...props }: Props) {
  const [value, setValue] = useState<string | null>(initial ?? null);
  const take = (next: string | null) => {
    setValue(next);
    onChange?.(next);
  };
  return <ComboboxField label="Currency" options={currencies} {...props} value={value} onChange={take} />;
}

const field = () => screen.getByRole<HTMLInputElement>('combobox', { name: 'Currency' });
const activeOption = () => document.getElementById(field().getAttribute('aria-activedescendant') ?? '')?.textContent;
const listed = async () => within(await screen.findByRole('listbox')).getAllByRole('option');

describe('a combobox of 301 options', () => {
  it('keeps only those in sight in the document, and says how many there are', async () => {
    const { user } = await renderInConsole(<Currency />);
    await user.click(field());
    const options = await listed();
    expect(options.length).toBeLessThan(60);
    expect(options[0]?.getAttribute('aria-setsize')).toBe('301');
  });

  it('leads from the first to the last by End, and back by Home', async () => {
    const { user } = await renderInConsole(<Currency />);
    await user.click(field());
    await listed();
    await user.keyboard('{End}');
    await waitFor(() => expect(activeOption() ?? '').toContain('Currency 301'));
    await user.keyboard('{Home}');
    await waitFor(() => expect(activeOption() ?? '').toContain('Currency 001'));
  });

  it('leads past what was in sight by the arrow keys', async () => {
    const { user } = await renderInConsole(<Currency />);
    await user.click(field());
    await listed();
    for (let presses = 0; presses < 30; presses += 1) await user.keyboard('{ArrowDown}');
    await waitFor(() => expect(activeOption() ?? '').toContain('Currency 031'));
  });

  it('chooses the last one by keyboard alone', async () => {
    const onChange = vi.fn();
    const { user } = await renderInConsole(<Currency onChange={onChange} />);
    await user.tab();
    await user.keyboard('{ArrowDown}');
    await listed();
    await user.keyboard('{End}{Enter}');
    expect(onChange).toHaveBeenCalledExactlyOnceWith('C301');
    await waitFor(() => expect(field().value).toBe('Currency 301'));
  });

  it('finds one by its code, its name or another word for it', async () => {
    const { user } = await renderInConsole(<Currency />);
    for (const typed of ['c207', 'currency 207', 'WORD207']) {
      await user.clear(field());
      await user.paste(typed);
      await waitFor(async () =>
        expect((await listed()).map(({ textContent }) => textContent)).toEqual(['C207Currency 207']),
      );
    }
  });
});

describe('what was typed into a combobox', () => {
  it('counts when it is a whole code and the field is left', async () => {
    const onChange = vi.fn();
    const { user } = await renderInConsole(<Currency onChange={onChange} />);
    await user.type(field(), 'c042');
    await user.tab();
    expect(onChange).toHaveBeenLastCalledWith('C042');
    expect(field().value).toBe('Currency 042');
  });

  it.each(languages)('stays and is warned about in %s when it is none of the options', async (language) => {
    const onChange = vi.fn();
    const { user, texts } = await renderInConsole(<Currency initial="C001" onChange={onChange} />, { language });
    await user.clear(field());
    await user.type(field(), 'Galleon');
    await user.tab();
    expect(onChange).toHaveBeenLastCalledWith(null);
    expect(field().value).toBe('Galleon');
    expect(screen.getByText(texts.kit.notInList)).toBeDefined();
    expect(field().getAttribute('aria-describedby')).toBe(screen.getByText(texts.kit.notInList).id);
  });

  it.each(languages)('says in %s that nothing matches', async (language) => {
    const { user, texts } = await renderInConsole(<Currency />, { language });
    await user.type(field(), 'Galleon');
    expect(await screen.findByText(texts.kit.noMatches)).toBeDefined();
  });

  it('chooses once the options for it have come, when Enter was faster', async () => {
    const onChange = vi.fn();
    const found = currencies.slice(6, 7);
    const searched = { onChange, onQuery: () => {} };
    const { user, rerender } = await renderInConsole(<Currency {...searched} options={[]} loading />);
    await user.type(field(), 'c007{Enter}');
    expect(onChange).not.toHaveBeenCalled();
    rerender(<Currency {...searched} options={found} loading={false} />);
    await waitFor(() => expect(onChange).toHaveBeenCalledWith('C007'));
  });

  it('asks for options as it is typed', async () => {
    const onQuery = vi.fn();
    const { user } = await renderInConsole(<Currency options={[]} onQuery={onQuery} />);
    await user.type(field(), 'pe');
    expect(onQuery.mock.calls.slice(-2)).toEqual([['p'], ['pe']]);
  });
});

describe('a combobox', () => {
  it.each(languages)('is emptied by the cross that %s names, and keeps the focus', async (language) => {
    const onChange = vi.fn();
    const { user, texts } = await renderInConsole(<Currency initial="C001" onChange={onChange} />, { language });
    await user.tab();
    await user.click(screen.getByRole('button', { name: texts.common.clear }));
    expect(onChange).toHaveBeenCalledExactlyOnceWith(null);
    expect(field().value).toBe('');
    expect(document.activeElement).toBe(field());
  });

  it('takes the focus when it is cleared from outside', async () => {
    const { user, texts } = await renderInConsole(<Currency initial="C001" />);
    expect(document.activeElement).toBe(document.body);
    await user.click(screen.getByRole('button', { name: texts.common.clear }));
    expect(document.activeElement).toBe(field());
  });

  it('can be read and not changed while it is locked', async () => {
    const { user } = await renderInConsole(<Currency initial="C001" lock />);
    expect(field().value).toBe('Currency 001');
    await user.click(field());
    expect(screen.queryByRole('listbox')).toBeNull();
    expect(screen.queryByRole('button')).toBeNull();
  });

  it('shows the chosen option where the options do not hold it', async () => {
    await renderInConsole(<Currency initial="XAU" chosen={{ value: 'XAU', label: 'Gold', code: 'XAU' }} />);
    expect(field().value).toBe('Gold');
  });

  it('is named, described and marked as wrong by the frame of its field', async () => {
    await renderInConsole(<Currency required error="Needed here" />);
    expect(field().getAttribute('aria-invalid')).toBe('true');
    expect(field().getAttribute('aria-required')).toBe('true');
    expect(document.getElementById(field().getAttribute('aria-describedby') ?? '')?.textContent).toBe('Needed here');
  });
});
