import { screen } from '@testing-library/react';
import { type ComponentProps, useState } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { languages, renderInConsole } from '#testing/render.tsx';
import { NumberField, type NumberFieldProps } from './number-field.tsx';
import { OneTimeCodeField } from './one-time-code-field.tsx';
import { PasswordField } from './password-field.tsx';
import { TextField, type TextFieldProps } from './text-field.tsx';
import { TextareaField } from './textarea-field.tsx';

function CodeTextField({ value: initial = '', ...props }: Partial<TextFieldProps>) {
  const [value, setValue] = useState(initial);
  return <TextField label="Code" {...props} value={value} onChange={setValue} />;
}

function OrderField({ value: initial = null, onChange, ...props }: Partial<NumberFieldProps>) {
  const [value, setValue] = useState(initial);
  const onFieldChange = (next: number | null) => {
    setValue(next);
    onChange?.(next);
  };
  return <NumberField label="Order" {...props} value={value} onChange={onFieldChange} />;
}

function TestCodeField(props: Pick<ComponentProps<typeof OneTimeCodeField>, 'onComplete'>) {
  const [value, setValue] = useState('');
  return <OneTimeCodeField label="One-time code" {...props} value={value} onChange={setValue} />;
}

const findInput = (name = 'Code') => screen.getByLabelText<HTMLInputElement>(name);

describe('a text field', () => {
  it('converts a code to capitals and keeps the caret position', async () => {
    const { user } = await renderInConsole(<CodeTextField value="PG" upper />);
    await user.type(findInput(), 'e', { initialSelectionStart: 1, initialSelectionEnd: 1 });
    expect(findInput().value).toBe('PEG');
    expect(findInput().selectionStart).toBe(2);
  });

  it.each(languages)('is cleared by its clear button in %s, and keeps the focus', async (language) => {
    const { user, texts } = await renderInConsole(<CodeTextField value="PEK" clearable />, { language });
    await user.click(screen.getByRole('button', { name: texts.common.clear }));
    expect(findInput().value).toBe('');
    expect(document.activeElement).toBe(findInput());
  });

  it('shows its error instead of its warning and its help', async () => {
    await renderInConsole(<CodeTextField error="Taken" warning="Odd" help="Three letters" />);
    expect(screen.getByText('Taken').id).toBe(findInput().getAttribute('aria-describedby'));
    expect(screen.queryByText('Odd')).toBeNull();
    expect(screen.queryByText('Three letters')).toBeNull();
  });

  it('cannot be typed into while it is locked', async () => {
    const { user } = await renderInConsole(<CodeTextField value="PEK" lock />);
    await user.type(findInput(), 'X');
    expect(findInput().value).toBe('PEK');
  });
});

describe('a number field', () => {
  it('reports its value on blur, within its bounds', async () => {
    const onChange = vi.fn();
    const { user } = await renderInConsole(<OrderField min={1} max={99} onChange={onChange} />);
    await user.type(screen.getByRole('textbox'), '250');
    expect(onChange).not.toHaveBeenCalled();
    await user.tab();
    expect(onChange).toHaveBeenLastCalledWith(99);
  });

  it('reports its value on Ctrl+S', async () => {
    const onChange = vi.fn();
    const { user } = await renderInConsole(<OrderField onChange={onChange} />);
    await user.type(screen.getByRole('textbox'), '7');
    await user.keyboard('{Control>}s{/Control}');
    expect(onChange).toHaveBeenLastCalledWith(7);
  });

  it('reports null when it is emptied', async () => {
    const onChange = vi.fn();
    const { user } = await renderInConsole(<OrderField value={7} onChange={onChange} />);
    await user.clear(screen.getByRole('textbox'));
    await user.tab();
    expect(onChange).toHaveBeenLastCalledWith(null);
  });
});

describe('a field for a one-time code', () => {
  it('extracts the digits from pasted text and calls onComplete once', async () => {
    const onComplete = vi.fn();
    const { user } = await renderInConsole(<TestCodeField onComplete={onComplete} />);
    await user.click(findInput('One-time code'));
    await user.paste('Your code: 123 456');
    expect(findInput('One-time code').value).toBe('123456');
    expect(onComplete).toHaveBeenCalledExactlyOnceWith('123456');
  });
});

describe('a password field', () => {
  it.each(languages)('is shown and hidden again by its button in %s', async (language) => {
    const field = <PasswordField label="Password" value="hunter2" onChange={() => {}} />;
    const { user, texts } = await renderInConsole(field, { language });
    expect(findInput('Password').type).toBe('password');
    await user.click(screen.getByRole('button', { name: texts.kit.showPassword }));
    expect(findInput('Password').type).toBe('text');
    await user.click(screen.getByRole('button', { name: texts.kit.hidePassword }));
    expect(findInput('Password').type).toBe('password');
  });
});

describe('a textarea field', () => {
  it('shows its length and the limit beside what else belongs to the label', async () => {
    await renderInConsole(
      <TextareaField label="Note" value="abc" onChange={() => {}} maxLength={500} aside="needed" />,
    );
    expect(screen.getByText('3 / 500')).toBeDefined();
    expect(screen.getByText('needed')).toBeDefined();
  });

  it('does not cut a pasted text that is too long', async () => {
    const onChange = vi.fn();
    const { user } = await renderInConsole(<TextareaField label="Note" value="" onChange={onChange} maxLength={3} />);
    await user.click(findInput('Note'));
    await user.paste('abcdef');
    expect(onChange).toHaveBeenCalledExactlyOnceWith('abcdef');
  });
});
