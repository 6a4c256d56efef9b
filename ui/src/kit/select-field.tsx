import { Listbox, ListboxButton, ListboxOption, ListboxOptions } from '@headlessui/react';
import { Code } from './chip.tsx';
import { cx } from './cx.ts';
import { Field, type FieldFrame } from './field.tsx';
import { useFieldControl } from './field-context.ts';
import { Icon } from './icon.tsx';
import { InlineClear } from './inline-clear.tsx';
import { type Option, OptionLine } from './option.tsx';

export type { Option };

interface SelectProps {
  value: string | null;
  onChange?: ((value: string | null) => void) | undefined;
  options: readonly Option[];
  placeholder?: string | undefined;
  clearable?: boolean | undefined;
  lock?: boolean | undefined;
  size?: 'md' | 'sm' | undefined;
  onBlur?: (() => void) | undefined;
}

export type SelectFieldProps = FieldFrame & SelectProps;

export function SelectField(props: SelectFieldProps) {
  const { label, required, help, error, warning, aside, tight, className, ...select } = props;
  return (
    <Field {...{ label, required, help, error, warning, aside, tight, className }}>
      <Select {...select} />
    </Field>
  );
}

export function Select(props: SelectProps & { 'aria-label'?: string | undefined }) {
  const { value, onChange, options, placeholder, clearable, lock, size, onBlur } = props;
  const { field, control } = useFieldControl();
  const chosen = options.find((option) => option.value === value);
  const fixed = Boolean(lock || !onChange);
  const clears = Boolean(clearable && chosen && !fixed);
  const id = control.id ? { id: control.id } : {};
  return (
    <Listbox value={value} onChange={(next) => onChange?.(next)} disabled={fixed}>
      <div className="relative">
        <ListboxButton
          {...control}
          {...id}
          onBlur={onBlur}
          aria-label={props['aria-label']}
          aria-labelledby={field ? `${field.labelId} ${field.id}` : undefined}
          data-tone={field?.tone}
          data-locked={fixed || undefined}
          className={cx('control', size === 'sm' && 'control-sm control-soft')}
        >
          {chosen?.code && <Code>{chosen.code}</Code>}
          <span className={cx('cut', !chosen && 'text-ink-3')}>{chosen?.label ?? placeholder ?? '\u00a0'}</span>
          {chosen?.note && <span className="cut text-ink-3">{chosen.note}</span>}
          <Icon
            name={fixed ? 'lock' : 'chevron-down'}
            size={14}
            className={cx('ml-auto text-ink-3', clears && 'pl-6 box-content')}
          />
        </ListboxButton>
        {clears && (
          <span className="absolute inset-y-0 right-8 grid place-items-center">
            <InlineClear onClear={() => onChange?.(null)} />
          </span>
        )}
      </div>
      <ListboxOptions
        modal={false}
        transition
        anchor={{ to: 'bottom start', gap: 4, padding: 8 }}
        className="layer fade z-(--z-pop) max-h-78 min-w-(--button-width) overflow-y-auto p-1 outline-none"
      >
        {options.map((option) => (
          <ListboxOption key={option.value} value={option.value} className="layer-item">
            <OptionLine option={option} selected={option.value === value} />
          </ListboxOption>
        ))}
      </ListboxOptions>
    </Listbox>
  );
}
