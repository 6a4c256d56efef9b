import type { ComponentProps, Ref } from 'react';
import { cx } from '#kit/cx.ts';
import { controlProps, Field, type FieldFrame } from './field.tsx';
import { useFieldControl } from './field-context.ts';

interface TextareaProps extends Pick<ComponentProps<'textarea'>, 'name' | 'onBlur' | 'autoFocus' | 'lang'> {
  value: string;
  onChange?: ((value: string) => void) | undefined;
  placeholder?: string | undefined;
  rows?: number | undefined;
  /** Shown with the number of characters; a longer text is not cut, because its end would be lost unnoticed. */
  maxLength?: number | undefined;
  mono?: boolean | undefined;
  readOnly?: boolean | undefined;
  inputRef?: Ref<HTMLTextAreaElement> | undefined;
}

/** Returns the number of characters as the contract counts them. */
export const countCharacters = (text: string): number => [...text].length;

export function TextareaField({ maxLength, ...props }: FieldFrame & TextareaProps) {
  return (
    <Field
      {...props}
      aside={
        maxLength ? (
          <span className="flex items-center gap-2">
            <CharacterCount count={countCharacters(props.value)} maxLength={maxLength} />
            {props.aside}
          </span>
        ) : (
          props.aside
        )
      }
    >
      <Textarea {...controlProps(props)} />
    </Field>
  );
}

const CharacterCount = ({ count, maxLength }: { count: number; maxLength: number }) => (
  <span className={count > maxLength ? 'text-bad-ink' : undefined}>
    {count} / {maxLength}
  </span>
);

type ControlProps = Omit<TextareaProps, 'maxLength'>;

function Textarea({ value, onChange, rows = 3, mono, readOnly, inputRef, ...nativeProps }: ControlProps) {
  const { field, control } = useFieldControl();
  return (
    <textarea
      {...control}
      {...nativeProps}
      ref={inputRef}
      value={value}
      rows={rows}
      dir="auto"
      readOnly={readOnly || !onChange}
      data-tone={field?.tone}
      data-locked={readOnly || undefined}
      onChange={(event) => onChange?.(event.target.value)}
      className={cx('control block h-auto min-h-16 resize-y py-1.5', mono && 'font-mono text-xs')}
    />
  );
}
