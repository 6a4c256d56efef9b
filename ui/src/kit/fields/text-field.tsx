import type { ChangeEvent, ComponentProps, ReactNode, Ref } from 'react';
import { Icon } from '#kit/buttons/icon.tsx';
import { cx } from '#kit/cx.ts';
import { controlProps, Field, type FieldFrame } from './field.tsx';
import { useFieldControl } from './field-context.ts';
import { InlineClear } from './inline-clear.tsx';

/** Changes the text in the input itself, because a value that differs from it would move the caret to the end. */
function foldToCapitals({ target, nativeEvent }: ChangeEvent<HTMLInputElement>) {
  // an input method would lose its text during composition
  if ('isComposing' in nativeEvent && nativeEvent.isComposing) return;
  const { selectionStart, selectionEnd, value } = target;
  target.value = value.toUpperCase();
  target.setSelectionRange(selectionStart, selectionEnd);
}

type NativeInputProps = Pick<
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

interface InputProps extends NativeInputProps {
  value: string;
  onChange?: ((value: string) => void) | undefined;
  placeholder?: string | undefined;
  mono?: boolean | undefined;
  /** converts typed text to capitals */
  upper?: boolean | undefined;
  clearable?: boolean | undefined;
  readOnly?: boolean | undefined;
  /** read-only because the value is derived or fixed; shown with a lock icon */
  lock?: boolean | undefined;
  size?: 'md' | 'lg' | undefined;
  /** shown before the text, such as a code or an icon */
  lead?: ReactNode;
  /** shown after the text, such as a unit or a button */
  adornment?: ReactNode;
  inputRef?: Ref<HTMLInputElement> | undefined;
}

export type TextFieldProps = FieldFrame & InputProps;

export function TextField(props: TextFieldProps) {
  return (
    <Field {...props}>
      <TextInput {...controlProps(props)} />
    </Field>
  );
}

/** The control without label, for table rows; inside a Field it is connected with the field's label. */
export function TextInput(props: InputProps & { 'aria-label'?: string | undefined }) {
  const { value, onChange, mono, upper, clearable, readOnly, lock, size, lead, adornment, inputRef, ...nativeProps } =
    props;
  const { field, control } = useFieldControl();
  const isReadOnly = Boolean(readOnly || lock || !onChange);
  return (
    <div
      className={cx('control', size === 'lg' && 'control-lg')}
      data-tone={field?.tone}
      data-locked={lock || readOnly || undefined}
    >
      {lead}
      <input
        {...control}
        {...nativeProps}
        ref={inputRef}
        value={value}
        readOnly={isReadOnly}
        dir={mono ? undefined : 'auto'}
        spellCheck={mono ? false : undefined}
        onChange={(event) => {
          if (upper) foldToCapitals(event);
          onChange?.(event.target.value);
        }}
        onCompositionEnd={(event) => upper && onChange?.(event.currentTarget.value.toUpperCase())}
        className={cx('bare-input', mono && 'font-mono font-medium')}
      />
      {clearable && !isReadOnly && value !== '' && <InlineClear onClear={() => onChange?.('')} />}
      {typeof adornment === 'string' ? <span className="text-xs text-ink-3">{adornment}</span> : adornment}
      {lock && <Icon name="lock" size={14} className="text-ink-3" />}
    </div>
  );
}
