import type { ComponentProps, Ref } from 'react';
import { cx } from '#kit/cx.ts';
import { controlProps, Field, type FieldFrame } from './field.tsx';
import { useFieldControl } from './field-context.ts';

interface TextareaProps extends Pick<ComponentProps<'textarea'>, 'name' | 'onBlur' | 'autoFocus' | 'lang'> {
  value: string;
  onChange?: ((value: string) => void) | undefined;
  placeholder?: string | undefined;
  rows?: number | undefined;
  maxLength?: number | undefined;
  mono?: boolean | undefined;
  readOnly?: boolean | undefined;
  inputRef?: Ref<HTMLTextAreaElement> | undefined;
}

export function TextareaField(props: FieldFrame & TextareaProps) {
  const { value, maxLength } = props;
  const count = maxLength && `${value.length} / ${maxLength}`;
  return (
    <Field {...props} aside={props.aside ?? count}>
      <Textarea {...controlProps(props)} />
    </Field>
  );
}

function Textarea({ value, onChange, rows = 3, mono, readOnly, inputRef, ...nativeProps }: TextareaProps) {
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
