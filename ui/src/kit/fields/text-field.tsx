import type { ChangeEvent, ComponentProps, ReactNode, Ref } from 'react';
import { Icon } from '#kit/buttons/icon.tsx';
import { cx } from '#kit/cx.ts';
import { Field, type FieldFrame } from './field.tsx';
import { useFieldControl } from './field-context.ts';
import { InlineClear } from './inline-clear.tsx';

/** In the field itself, before React compares: a value that differs from it would send the caret to the end. */
function foldToCapitals({ target, nativeEvent }: ChangeEvent<HTMLInputElement>) {
  // an input method that is composing would lose its text
  if ('isComposing' in nativeEvent && nativeEvent.isComposing) return;
  const { selectionStart, selectionEnd, value } = target;
  target.value = value.toUpperCase();
  target.setSelectionRange(selectionStart, selectionEnd);
}

type Native = Pick<
  ComponentProps<'input'>,
  | 'type'
  | 'name'
  | 'maxLength'
  | 'autoComplete'
  | 'autoFocus'
  | 'inputMode'
  | 'lang'
  | 'onBlur'
  | 'onFocus'
  | 'onKeyDown'
>;

interface InputProps extends Native {
  value: string;
  onChange?: ((value: string) => void) | undefined;
  placeholder?: string | undefined;
  mono?: boolean | undefined;
  /** Folds what is typed to capitals. */
  upper?: boolean | undefined;
  clearable?: boolean | undefined;
  readOnly?: boolean | undefined;
  /** read-only because it is derived or settled: sunken, with a lock */
  lock?: boolean | undefined;
  size?: 'md' | 'lg' | undefined;
  /** before the text: a code chip, an icon */
  lead?: ReactNode;
  /** after the text: a unit, a button */
  adornment?: ReactNode;
  inputRef?: Ref<HTMLInputElement> | undefined;
}

export type TextFieldProps = FieldFrame & InputProps;

export function TextField(props: TextFieldProps) {
  const { label, required, help, error, warning, aside, tight, className, ...input } = props;
  return (
    <Field {...{ label, required, help, error, warning, aside, tight, className }}>
      <TextInput {...input} />
    </Field>
  );
}

/** The bare control, for rows that have no label of their own; inside a Field it wires itself. */
export function TextInput(props: InputProps & { 'aria-label'?: string | undefined }) {
  const { value, onChange, mono, upper, clearable, readOnly, lock, size, lead, adornment, inputRef, ...native } = props;
  const { field, control } = useFieldControl();
  const fixed = Boolean(readOnly || lock || !onChange);
  return (
    <div
      className={cx('control', size === 'lg' && 'control-lg')}
      data-tone={field?.tone}
      data-locked={lock || readOnly || undefined}
    >
      {lead}
      <input
        {...control}
        {...native}
        ref={inputRef}
        value={value}
        readOnly={fixed}
        spellCheck={mono ? false : undefined}
        onChange={(event) => {
          if (upper) foldToCapitals(event);
          onChange?.(event.target.value);
        }}
        onCompositionEnd={(event) => upper && onChange?.(event.currentTarget.value.toUpperCase())}
        className={cx('bare-input', mono && 'font-mono font-medium')}
      />
      {clearable && !fixed && value !== '' && <InlineClear onClear={() => onChange?.('')} />}
      {typeof adornment === 'string' ? <span className="text-xs text-ink-3">{adornment}</span> : adornment}
      {lock && <Icon name="lock" size={14} className="text-ink-3" />}
    </div>
  );
}
