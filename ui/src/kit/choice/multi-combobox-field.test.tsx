import { screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { languages, renderInConsole } from '#testing/render.tsx';
import { MultiComboboxField, type MultiComboboxFieldProps } from './multi-combobox-field.tsx';

const COUNTRIES = [
  { value: 'CN', code: 'CN', label: 'China' },
  { value: 'FR', code: 'FR', label: 'France' },
  { value: 'JP', code: 'JP', label: 'Japan' },
];

function CountriesField({ values: initial, onChange, ...props }: Partial<MultiComboboxFieldProps>) {
  const [values, setValues] = useState<readonly string[]>(initial ?? []);
  const onFieldChange = (next: readonly string[]) => {
    setValues(next);
    onChange?.(next);
  };
  return (
    <MultiComboboxField label="Countries" options={COUNTRIES} {...props} values={values} onChange={onFieldChange} />
  );
}

const findInput = () => screen.getByRole<HTMLInputElement>('combobox', { name: 'Countries' });

describe('a multi-select combobox', () => {
  it('adds options one after another by typing', async () => {
    const onChange = vi.fn();
    const { user } = await renderInConsole(<CountriesField onChange={onChange} />);
    await user.type(findInput(), 'fra{Enter}');
    await user.type(findInput(), 'jap{Enter}');
    expect(onChange.mock.calls).toEqual([[['FR']], [['FR', 'JP']]]);
    expect(findInput().value).toBe('');
  });

  it('removes an option that is chosen again', async () => {
    const onChange = vi.fn();
    const { user } = await renderInConsole(<CountriesField values={['FR']} onChange={onChange} />);
    await user.click(findInput());
    await user.click(await screen.findByRole('option', { name: /France/ }));
    expect(onChange).toHaveBeenLastCalledWith([]);
  });

  it('removes the last option on Backspace only if the input is empty', async () => {
    const onChange = vi.fn();
    const { user } = await renderInConsole(<CountriesField values={['CN', 'FR']} onChange={onChange} />);
    await user.type(findInput(), 'j{Backspace}');
    expect(onChange).not.toHaveBeenCalled();
    await user.keyboard('{Backspace}');
    expect(onChange).toHaveBeenCalledExactlyOnceWith(['CN']);
  });

  it.each(languages)('removes an option by its remove button in %s', async (language) => {
    const onChange = vi.fn();
    const { user, texts } = await renderInConsole(<CountriesField values={['CN', 'FR']} onChange={onChange} />, {
      language,
    });
    await user.click(screen.getByRole('button', { name: `${texts.common.remove} China` }));
    expect(onChange).toHaveBeenCalledExactlyOnceWith(['FR']);
  });

  it('has no remove buttons while it is locked', async () => {
    await renderInConsole(<CountriesField values={['CN']} lock />);
    expect(screen.getByText('China')).toBeDefined();
    expect(screen.queryAllByRole('button')).toEqual([]);
  });

  it('resets the query once an option is chosen', async () => {
    const onQuery = vi.fn();
    const { user } = await renderInConsole(<CountriesField onQuery={onQuery} />);
    await user.type(findInput(), 'c{Enter}');
    await waitFor(() => expect(onQuery).toHaveBeenLastCalledWith(''));
  });

  it('offers an action on a typed text, which stays until a value is added', async () => {
    const onSelect = vi.fn();
    const action = { label: (text: string) => `Create ${text}`, onSelect, isOpen: false };
    const Fields = ({ values }: { values: string[] }) => (
      <MultiComboboxField
        label="Countries"
        options={[]}
        onQuery={() => {}}
        onChange={() => {}}
        {...{ values, action }}
      />
    );
    const { user, rerender } = await renderInConsole(<Fields values={['CN', 'FR']} />);
    await user.type(findInput(), ' ruri ');
    await user.click(await screen.findByRole('option', { name: 'Create ruri' }));
    expect(onSelect).toHaveBeenCalledExactlyOnceWith('ruri');
    rerender(<Fields values={['CN']} />);
    expect(findInput().value).toBe(' ruri ');
    rerender(<Fields values={['CN', 'XR']} />);
    expect(findInput().value).toBe('');
  });
});
