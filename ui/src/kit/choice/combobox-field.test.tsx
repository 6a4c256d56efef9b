import { screen, waitFor, within } from '@testing-library/react';
import { useState } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { languages, renderInConsole } from '#testing/render.tsx';
import { ComboboxField, type ComboboxFieldProps, type Option } from './combobox-field.tsx';

const CURRENCIES: Option[] = Array.from({ length: 301 }, (_, index) => {
  const number = String(index + 1).padStart(3, '0');
  return { value: `C${number}`, code: `C${number}`, label: `Currency ${number}`, keywords: `word${number}` };
});

type Props = Partial<ComboboxFieldProps> & { initial?: string };

/** A field with a state of its own, as in a form. */
function CurrencyField({ initial, onChange, ...props }: Props) {
  const [value, setValue] = useState<string | null>(initial ?? null);
  const onFieldChange = (next: string | null) => {
    setValue(next);
    onChange?.(next);
  };
  return <ComboboxField label="Currency" options={CURRENCIES} {...props} value={value} onChange={onFieldChange} />;
}

const findInput = () => screen.getByRole<HTMLInputElement>('combobox', { name: 'Currency' });
const activeOption = () =>
  document.getElementById(findInput().getAttribute('aria-activedescendant') ?? '')?.textContent;
const findOptions = async () => within(await screen.findByRole('listbox')).getAllByRole('option');

describe('a combobox of 301 options', () => {
  it('renders only the visible options, with the total in aria-setsize', async () => {
    const { user } = await renderInConsole(<CurrencyField />);
    await user.click(findInput());
    const options = await findOptions();
    expect(options.length).toBeLessThan(60);
    expect(options[0]?.getAttribute('aria-setsize')).toBe('301');
  });

  it('moves to the last option on End and to the first on Home', async () => {
    const { user } = await renderInConsole(<CurrencyField />);
    await user.click(findInput());
    await findOptions();
    await user.keyboard('{End}');
    await waitFor(() => expect(activeOption() ?? '').toContain('Currency 301'));
    await user.keyboard('{Home}');
    await waitFor(() => expect(activeOption() ?? '').toContain('Currency 001'));
  });

  it('moves beyond the rendered options by the arrow keys', async () => {
    const { user } = await renderInConsole(<CurrencyField />);
    await user.click(findInput());
    await findOptions();
    for (let presses = 0; presses < 30; presses += 1) await user.keyboard('{ArrowDown}');
    await waitFor(() => expect(activeOption() ?? '').toContain('Currency 031'));
  });

  it('lets the last option be chosen by keyboard alone', async () => {
    const onChange = vi.fn();
    const { user } = await renderInConsole(<CurrencyField onChange={onChange} />);
    await user.tab();
    await user.keyboard('{ArrowDown}');
    await findOptions();
    await user.keyboard('{End}{Enter}');
    expect(onChange).toHaveBeenCalledExactlyOnceWith('C301');
    await waitFor(() => expect(findInput().value).toBe('Currency 301'));
  });

  it('finds an option by its code, its name or a keyword', async () => {
    const { user } = await renderInConsole(<CurrencyField />);
    for (const query of ['c207', 'currency 207', 'WORD207']) {
      await user.clear(findInput());
      await user.paste(query);
      await waitFor(async () =>
        expect((await findOptions()).map(({ textContent }) => textContent)).toEqual(['C207Currency 207']),
      );
    }
  });
});

describe('text typed into a combobox', () => {
  it('chooses the option on blur if it is a complete code', async () => {
    const onChange = vi.fn();
    const { user } = await renderInConsole(<CurrencyField onChange={onChange} />);
    await user.type(findInput(), 'c042');
    await user.tab();
    expect(onChange).toHaveBeenLastCalledWith('C042');
    expect(findInput().value).toBe('Currency 042');
  });

  it.each(languages)('stays with a warning in %s if it matches no option', async (language) => {
    const onChange = vi.fn();
    const { user, texts } = await renderInConsole(<CurrencyField initial="C001" onChange={onChange} />, { language });
    await user.clear(findInput());
    await user.type(findInput(), 'Galleon');
    await user.tab();
    expect(onChange).toHaveBeenLastCalledWith(null);
    expect(findInput().value).toBe('Galleon');
    expect(screen.getByText(texts.kit.notInList)).toBeDefined();
    expect(findInput().getAttribute('aria-describedby')).toBe(screen.getByText(texts.kit.notInList).id);
  });

  it.each(languages)('shows in %s that nothing matches', async (language) => {
    const { user, texts } = await renderInConsole(<CurrencyField />, { language });
    await user.type(findInput(), 'Galleon');
    expect(await screen.findByText(texts.kit.noMatches)).toBeDefined();
  });

  it('chooses once the options are loaded if Enter was pressed before', async () => {
    const onChange = vi.fn();
    const matches = CURRENCIES.slice(6, 7);
    const searchProps = { onChange, onQuery: () => {} };
    const { user, rerender } = await renderInConsole(<CurrencyField {...searchProps} options={[]} loading />);
    await user.type(findInput(), 'c007{Enter}');
    expect(onChange).not.toHaveBeenCalled();
    rerender(<CurrencyField {...searchProps} options={matches} loading={false} />);
    await waitFor(() => expect(onChange).toHaveBeenCalledWith('C007'));
  });

  it('queries options on each keystroke', async () => {
    const onQuery = vi.fn();
    const { user } = await renderInConsole(<CurrencyField options={[]} onQuery={onQuery} />);
    await user.type(findInput(), 'pe');
    expect(onQuery.mock.calls.slice(-2)).toEqual([['p'], ['pe']]);
  });
});

describe('the action on a text that is no option', () => {
  const searchProps = { options: [], onQuery: () => {} };
  const renderWithAction = async (props: Props = {}) => {
    const onSelect = vi.fn();
    const action = { label: (text: string) => `Create ${text}`, onSelect, isOpen: false };
    return {
      onSelect,
      action,
      ...(await renderInConsole(<CurrencyField {...searchProps} action={action} {...props} />)),
    };
  };

  it('is the last entry of the list, and gets the text without changing the field', async () => {
    const onChange = vi.fn();
    const props = { initial: 'C001', chosenOption: { value: 'C001', label: 'Currency 001' }, onChange };
    const options = CURRENCIES.slice(0, 2);
    const { user, action, onSelect, rerender } = await renderWithAction({ ...props, options });
    await user.clear(findInput());
    await user.type(findInput(), ' Galleon ');
    expect((await findOptions()).map(({ textContent }) => textContent)).toEqual([
      'C001Currency 001',
      'C002Currency 002',
      'Create Galleon',
    ]);
    await user.keyboard('{End}{Enter}');
    expect(onSelect).toHaveBeenCalledExactlyOnceWith('Galleon');
    rerender(<CurrencyField {...searchProps} {...props} options={options} action={{ ...action, isOpen: true }} />);
    await user.tab();
    expect(findInput().value).toBe(' Galleon ');
    expect(onChange).not.toHaveBeenCalled();
  });

  it('is offered neither for an exact option nor while options are loading', async () => {
    const { user, action, rerender } = await renderWithAction({ options: CURRENCIES.slice(0, 1) });
    await user.type(findInput(), 'c001');
    expect((await findOptions()).map(({ textContent }) => textContent)).toEqual(['C001Currency 001']);
    rerender(<CurrencyField {...searchProps} action={action} loading />);
    await user.type(findInput(), '7');
    expect(screen.queryAllByRole('option')).toEqual([]);
  });

  it('does not run on Tab', async () => {
    const { user, onSelect, texts } = await renderWithAction();
    await user.type(findInput(), 'Galleon');
    await waitFor(() => expect(activeOption()).toBe('Create Galleon'));
    await user.tab();
    expect(onSelect).not.toHaveBeenCalled();
    expect(screen.getByText(texts.kit.notInList)).toBeDefined();
  });
});

it('shows a value that is set from outside instead of the typed text', async () => {
  const props = { label: 'Currency', options: CURRENCIES, onChange: () => {} };
  const { user, rerender, texts } = await renderInConsole(<ComboboxField {...props} value={null} />);
  await user.type(findInput(), 'Galleon');
  await user.tab();
  rerender(<ComboboxField {...props} value="C002" />);
  expect(findInput().value).toBe('Currency 002');
  expect(screen.queryByText(texts.kit.notInList)).toBeNull();
});

describe('a combobox', () => {
  it.each(languages)('is cleared by its clear button in %s, and keeps the focus', async (language) => {
    const onChange = vi.fn();
    const { user, texts } = await renderInConsole(<CurrencyField initial="C001" onChange={onChange} />, { language });
    await user.tab();
    await user.click(screen.getByRole('button', { name: texts.common.clear }));
    expect(onChange).toHaveBeenCalledExactlyOnceWith(null);
    expect(findInput().value).toBe('');
    expect(document.activeElement).toBe(findInput());
  });

  it('takes the focus if it is cleared while another element has the focus', async () => {
    const { user, texts } = await renderInConsole(<CurrencyField initial="C001" />);
    expect(document.activeElement).toBe(document.body);
    await user.click(screen.getByRole('button', { name: texts.common.clear }));
    expect(document.activeElement).toBe(findInput());
  });

  it('is read-only while it is locked', async () => {
    const { user } = await renderInConsole(<CurrencyField initial="C001" lock />);
    expect(findInput().value).toBe('Currency 001');
    await user.click(findInput());
    expect(screen.queryByRole('listbox')).toBeNull();
    expect(screen.queryByRole('button')).toBeNull();
  });

  it('shows the chosen option even if the options do not include it', async () => {
    await renderInConsole(<CurrencyField initial="XAU" chosenOption={{ value: 'XAU', label: 'Gold', code: 'XAU' }} />);
    expect(findInput().value).toBe('Gold');
  });

  it('gets its label, description and invalid state from its field', async () => {
    await renderInConsole(<CurrencyField required error="Needed here" />);
    expect(findInput().getAttribute('aria-invalid')).toBe('true');
    expect(findInput().getAttribute('aria-required')).toBe('true');
    expect(document.getElementById(findInput().getAttribute('aria-describedby') ?? '')?.textContent).toBe(
      'Needed here',
    );
  });
});
