import { screen } from '@testing-library/react';
import { type ComponentProps, useState } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { languages, renderInConsole } from '#testing/render.tsx';
import { CodeField } from './code-field.tsx';
import { NumberField, type NumberFieldProps } from './number-field.tsx';
import { PasswordField } from './password-field.tsx';
import { TextField, type TextFieldProps } from './text-field.tsx';
import { TextareaField } from './textarea-field.tsx';

function Text({ value: initial = '', ...props }: Partial<TextFieldProps>) {
  const [value, setValue] = useState(initial);
  return <TextField label="Code" {...props} value={value} onChange={setValue} />;
}

function Count({ value: initial = null, onChange, ...props }: Partial<NumberFieldProps>) {
  const [value, setValue] = useState(initial);
  const take = (next: number | null) => {
    setValue(next);
    onChange?.(next);
  };
  return <NumberField label="Order" {...props} value={value} onChange={take} />;
}

function OneTimeCode(props: Pick<ComponentProps<typeof CodeField>, 'onComplete'>) {
  const [value, setValue] = useState('');
  return <CodeField label="One-time code" {...props} value={value} onChange={setValue} />;
}

const input = (name = 'Code') => screen.getByLabelText<HTMLInputElement>(name);

describe('a text field', () => {
  it('folds a code to capitals and leaves the caret where it was', async () => {
    const { user } = await renderInConsole(<Text value="PG" upper />);
    await user.type(input(), 'e', { initialSelectionStart: 1, initialSelectionEnd: 1 });
    expect(input().value).toBe('PEG');
    expect(input().selectionStart).toBe(2);
  });

  it.each(languages)('is emptied by the cross that %s names, and keeps the focus', async (language) => {
    const { user, texts } = await renderInConsole(<Text value="PEK" clearable />, { language });
    await user.click(screen.getByRole('button', { name: texts.common.clear }));
    expect(input().value).toBe('');
    expect(document.activeElement).toBe(input());
  });

  it('says its error instead of its warning and its help', async () => {
    await renderInConsole(<Text error="Taken" warning="Odd" help="Three letters" />);
    expect(screen.getByText('Taken').id).toBe(input().getAttribute('aria-describedby'));
    expect(screen.queryByText('Odd')).toBeNull();
    expect(screen.queryByText('Three letters')).toBeNull();
  });

  it('cannot be typed into while it is locked', async () => {
    const { user } = await renderInConsole(<Text value="PEK" lock />);
    await user.type(input(), 'X');
    expect(input().value).toBe('PEK');
  });
});

describe('a number field', () => {
  it('counts once it is left, within its bounds', async () => {
    const onChange = vi.fn();
    const { user } = await renderInConsole(<Count min={1} max={99} onChange={onChange} />);
    await user.type(screen.getByRole('textbox'), '250');
    expect(onChange).not.toHaveBeenCalled();
    await user.tab();
    expect(onChange).toHaveBeenLastCalledWith(99);
  });

  it('counts before Ctrl S saves it', async () => {
    const onChange = vi.fn();
    const { user } = await renderInConsole(<Count onChange={onChange} />);
    await user.type(screen.getByRole('textbox'), '7');
    await user.keyboard('{Control>}s{/Control}');
    expect(onChange).toHaveBeenLastCalledWith(7);
  });

  it('gives null when it is emptied', async () => {
    const onChange = vi.fn();
    const { user } = await renderInConsole(<Count value={7} onChange={onChange} />);
    await user.clear(screen.getByRole('textbox'));
    await user.tab();
    expect(onChange).toHaveBeenLastCalledWith(null);
  });
});

describe('a field for a one-time code', () => {
  it('takes the digits out of what is pasted, and says once that all are there', async () => {
    const onComplete = vi.fn();
    const { user } = await renderInConsole(<OneTimeCode onComplete={onComplete} />);
    await user.click(input('One-time code'));
    await user.paste('Your code: 123 456');
    expect(input('One-time code').value).toBe('123456');
    expect(onComplete).toHaveBeenCalledExactlyOnceWith('123456');
  });
});

describe('a password field', () => {
  it.each(languages)('is shown and hidden again by its button in %s', async (language) => {
    const field = <PasswordField label="Password" value="hunter2" onChange={() => {}} />;
    const { user, texts } = await renderInConsole(field, { language });
    expect(input('Password').type).toBe('password');
    await user.click(screen.getByRole('button', { name: texts.kit.showPassword }));
    expect(input('Password').type).toBe('text');
    await user.click(screen.getByRole('button', { name: texts.kit.hidePassword }));
    expect(input('Password').type).toBe('password');
  });
});

describe('a field of several lines', () => {
  it('says how much of its room is used', async () => {
    await renderInConsole(<TextareaField label="Note" value="abc" onChange={() => {}} maxLength={500} />);
    expect(screen.getByText('3 / 500')).toBeDefined();
  });
});
