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

function Currencies({ close = () => {}, onChange, ...field }: Props) {
  const [values, setValues] = useState<readonly string[]>(field.values ?? []);
  const take = (next: readonly string[]) => {
    setValues(next);
    onChange?.(next);
  };
  return (
    <FilterValues
      field={{ id: 'currency', label: 'Currency', options, ...field, values, onChange: take }}
      close={close}
    />
  );
}

const search = () => screen.getByRole('searchbox', { name: 'Currency' });

describe('the values of a filter', () => {
  it('are found by typing, and the first of them is taken by Enter', async () => {
    const [onChange, close] = [vi.fn(), vi.fn()];
    const { user } = await renderInConsole(<Currencies onChange={onChange} close={close} />);
    expect(document.activeElement).toBe(search());
    await user.keyboard('currency 300{Enter}');
    expect(onChange).toHaveBeenCalledExactlyOnceWith(['C300']);
    expect(close).toHaveBeenCalledOnce();
  });

  it('are reached by arrow keys from the field', async () => {
    const onChange = vi.fn();
    const { user } = await renderInConsole(<Currencies onChange={onChange} />);
    await user.keyboard('{ArrowDown}{ArrowDown}{Enter}');
    expect(onChange).toHaveBeenCalledExactlyOnceWith(['C2']);
  });

  it('stand in the document only as far as they are in sight', async () => {
    await renderInConsole(<Currencies />);
    const count = screen.getAllByRole('button', { pressed: false }).length;
    expect(count).toBeGreaterThan(5);
    expect(count).toBeLessThan(60);
  });

  it('are taken and given up one by one where there may be several', async () => {
    const [onChange, close] = [vi.fn(), vi.fn()];
    const { user } = await renderInConsole(<Currencies multiple onChange={onChange} close={close} />);
    await user.click(screen.getByRole('button', { name: 'Currency 2' }));
    await user.click(screen.getByRole('button', { name: 'Currency 4' }));
    await user.click(screen.getByRole('button', { name: 'Currency 2', pressed: true }));
    expect(onChange.mock.calls).toEqual([[['C2']], [['C2', 'C4']], [['C4']]]);
    expect(close).not.toHaveBeenCalled();
  });

  it.each(languages)('that match nothing are said so in %s', async (language) => {
    const { user, texts } = await renderInConsole(<Currencies />, { language });
    await user.keyboard('galleon');
    expect(screen.getByText(texts.kit.noMatches)).toBeDefined();
  });

  it('need no search field where there are few', async () => {
    await renderInConsole(<Currencies options={options.slice(0, 8)} />);
    expect(screen.queryByRole('searchbox')).toBeNull();
  });
});

describe('a condition in force', () => {
  it.each(languages)('is taken away by the cross that %s names, and edited by its own button', async (language) => {
    const onRemove = vi.fn();
    const chip = <FilterChip label="Status" value="Active" onRemove={onRemove} editor={() => <p>Editor</p>} />;
    const { user, texts } = await renderInConsole(chip, { language });
    await user.click(screen.getByRole('button', { name: 'Status Active' }));
    await waitFor(() => expect(screen.getByRole('dialog', { name: 'Status' }).textContent).toBe('Editor'));
    await user.click(screen.getByRole('button', { name: `${texts.common.remove} Status` }));
    expect(onRemove).toHaveBeenCalledOnce();
  });
});
