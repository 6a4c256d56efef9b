import { screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { languages, renderInConsole } from '#testing/render.tsx';
import { MultiComboboxField, type MultiComboboxFieldProps } from './multi-combobox-field.tsx';

const countries = [
  { value: 'CN', code: 'CN', label: 'China' },
  { value: 'FR', code: 'FR', label: 'France' },
  { value: 'JP', code: 'JP', label: 'Japan' },
];

function Countries({ values: initial, onChange, ...props }: Partial<MultiComboboxFieldProps>) {
  const [values, setValues] = useState<readonly string[]>(initial ?? []);
  const take = (next: readonly string[]) => {
    setValues(next);
    onChange?.(next);
  };
  return <MultiComboboxField label="Countries" options={countries} {...props} values={values} onChange={take} />;
}

const field = () => screen.getByRole<HTMLInputElement>('combobox', { name: 'Countries' });

describe('a list of chosen options', () => {
  it('takes one after another by typing, and stays open for the next', async () => {
    const onChange = vi.fn();
    const { user } = await renderInConsole(<Countries onChange={onChange} />);
    await user.type(field(), 'fra{Enter}');
    await user.type(field(), 'jap{Enter}');
    expect(onChange.mock.calls).toEqual([[['FR']], [['FR', 'JP']]]);
    expect(field().value).toBe('');
  });

  it('gives up an option that is chosen once more', async () => {
    const onChange = vi.fn();
    const { user } = await renderInConsole(<Countries values={['FR']} onChange={onChange} />);
    await user.click(field());
    await user.click(await screen.findByRole('option', { name: /France/ }));
    expect(onChange).toHaveBeenLastCalledWith([]);
  });

  it('gives up its last one by Backspace, only while nothing is typed', async () => {
    const onChange = vi.fn();
    const { user } = await renderInConsole(<Countries values={['CN', 'FR']} onChange={onChange} />);
    await user.type(field(), 'j{Backspace}');
    expect(onChange).not.toHaveBeenCalled();
    await user.keyboard('{Backspace}');
    expect(onChange).toHaveBeenCalledExactlyOnceWith(['CN']);
  });

  it.each(languages)('gives up one by the cross that %s names', async (language) => {
    const onChange = vi.fn();
    const { user, texts } = await renderInConsole(<Countries values={['CN', 'FR']} onChange={onChange} />, {
      language,
    });
    await user.click(screen.getByRole('button', { name: `${texts.common.remove} China` }));
    expect(onChange).toHaveBeenCalledExactlyOnceWith(['FR']);
  });

  it('has no crosses while it is locked', async () => {
    await renderInConsole(<Countries values={['CN']} lock />);
    expect(screen.getByText('China')).toBeDefined();
    expect(screen.queryAllByRole('button')).toEqual([]);
  });

  it('asks anew for everything once one is chosen', async () => {
    const onQuery = vi.fn();
    const { user } = await renderInConsole(<Countries onQuery={onQuery} />);
    await user.type(field(), 'c{Enter}');
    await waitFor(() => expect(onQuery).toHaveBeenLastCalledWith(''));
  });
});
