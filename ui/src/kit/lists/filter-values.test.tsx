import { screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { languages, renderInConsole } from '#testing/render.tsx';
import { FilterChip } from './filter-chip.tsx';
import { type FilterField, FilterValues } from './filter-values.tsx';

const options = Array.from({ length: 301 }, (_, index) => ({ value: `C${index + 1}`, label: `Currency ${index + 1}` }));

interface Props extends Partial<FilterField> {
  close?: () => void;
}

function CurrencyFilter({ close = () => {}, onChange, ...field }: Props) {
  const [values, setValues] = useState<readonly string[]>(field.values ?? []);
  const onFilterChange = (next: readonly string[]) => {
    setValues(next);
    onChange?.(next);
  };
  return (
    <FilterValues
      field={{ id: 'currency', label: 'Currency', options, ...field, values, onChange: onFilterChange }}
      close={close}
    />
  );
}

const findSearch = () => screen.getByRole('searchbox', { name: 'Currency' });

describe('FilterValues', () => {
  it('finds values by typing and chooses the first on Enter', async () => {
    const [onChange, close] = [vi.fn(), vi.fn()];
    const { user } = await renderInConsole(<CurrencyFilter onChange={onChange} close={close} />);
    expect(document.activeElement).toBe(findSearch());
    await user.keyboard('currency 300{Enter}');
    expect(onChange).toHaveBeenCalledExactlyOnceWith(['C300']);
    expect(close).toHaveBeenCalledOnce();
  });

  it('moves from the search field to the values by arrow keys', async () => {
    const onChange = vi.fn();
    const { user } = await renderInConsole(<CurrencyFilter onChange={onChange} />);
    await user.keyboard('{ArrowDown}{ArrowDown}{Enter}');
    expect(onChange).toHaveBeenCalledExactlyOnceWith(['C2']);
  });

  it('renders only the visible values', async () => {
    await renderInConsole(<CurrencyFilter />);
    const count = screen.getAllByRole('button', { pressed: false }).length;
    expect(count).toBeGreaterThan(5);
    expect(count).toBeLessThan(60);
  });

  it('reaches values that are not rendered yet by arrow keys pressed faster than the list scrolls', async () => {
    const onChange = vi.fn();
    const { user } = await renderInConsole(<CurrencyFilter onChange={onChange} />);
    await user.keyboard('{ArrowDown>80/}{ArrowUp>2/}{Enter}');
    expect(onChange).toHaveBeenCalledExactlyOnceWith(['C78']);
  });

  it('toggles values one by one if several are allowed', async () => {
    const [onChange, close] = [vi.fn(), vi.fn()];
    const { user } = await renderInConsole(<CurrencyFilter multiple onChange={onChange} close={close} />);
    await user.click(screen.getByRole('button', { name: 'Currency 2' }));
    await user.click(screen.getByRole('button', { name: 'Currency 4' }));
    await user.click(screen.getByRole('button', { name: 'Currency 2', pressed: true }));
    expect(onChange.mock.calls).toEqual([[['C2']], [['C2', 'C4']], [['C4']]]);
    expect(close).not.toHaveBeenCalled();
  });

  it.each(languages)('shows in %s that nothing matches', async (language) => {
    const { user, texts } = await renderInConsole(<CurrencyFilter />, { language });
    await user.keyboard('galleon');
    expect(screen.getByText(texts.kit.noMatches)).toBeDefined();
  });

  it('has no search field for a few values', async () => {
    await renderInConsole(<CurrencyFilter options={options.slice(0, 8)} />);
    expect(screen.queryByRole('searchbox')).toBeNull();
  });
});

describe('FilterChip', () => {
  it.each(languages)('has a button to edit it and one to remove it, labelled in %s', async (language) => {
    const onRemove = vi.fn();
    const chip = <FilterChip label="Status" value="Active" onRemove={onRemove} editor={() => <p>Editor</p>} />;
    const { user, texts } = await renderInConsole(chip, { language });
    await user.click(screen.getByRole('button', { name: 'Status Active' }));
    await waitFor(() => expect(screen.getByRole('dialog', { name: 'Status' }).textContent).toBe('Editor'));
    await user.click(screen.getByRole('button', { name: `${texts.common.remove} Status` }));
    expect(onRemove).toHaveBeenCalledOnce();
  });
});
