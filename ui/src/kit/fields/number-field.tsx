import { type KeyboardEvent, use } from 'react';
import { NumberField as AriaNumberField, Group, Input, NumberFieldStateContext } from 'react-aria-components';
import { AriaProvider } from '#kit/aria-provider.tsx';
import { Icon } from '#kit/buttons/icon.tsx';
import { controlProps, Field, type FieldFrame } from './field.tsx';
import { useFieldControl } from './field-context.ts';

interface NumberProps {
  value: number | null;
  onChange?: ((value: number | null) => void) | undefined;
  min?: number | undefined;
  max?: number | undefined;
  step?: number | undefined;
  format?: Intl.NumberFormatOptions | undefined;
  adornment?: string | undefined;
  lock?: boolean | undefined;
  onBlur?: (() => void) | undefined;
}

export type NumberFieldProps = FieldFrame & NumberProps;

/** A field for counts and sizes. Amounts of money and coordinates are exact decimals and use TextField. */
export function NumberField(props: NumberFieldProps) {
  return (
    <Field {...props}>
      <AriaProvider>
        <NumberInput {...controlProps(props)} />
      </AriaProvider>
    </Field>
  );
}

function NumberInput({ value, onChange, min, max, step, format, adornment, lock, onBlur }: NumberProps) {
  const { field, control } = useFieldControl();
  const definedProps = Object.fromEntries(
    Object.entries({
      id: control.id,
      'aria-describedby': control['aria-describedby'],
      minValue: min,
      maxValue: max,
      step,
      formatOptions: format,
      onBlur,
    }).filter(([, option]) => option !== undefined),
  );
  return (
    <AriaNumberField
      {...definedProps}
      aria-labelledby={field?.labelId ?? ''}
      value={value ?? Number.NaN}
      onChange={(next) => onChange?.(Number.isNaN(next) ? null : next)}
      isReadOnly={Boolean(lock || !onChange)}
      isInvalid={field?.tone === 'bad'}
      isRequired={field?.required ?? false}
      validationBehavior="aria"
    >
      <Group className="control" data-tone={field?.tone} data-locked={lock || undefined}>
        <CommittingInput />
        {adornment && <span className="text-xs text-ink-3">{adornment}</span>}
        {lock && <Icon name="lock" size={14} className="text-ink-3" />}
      </Group>
    </AriaNumberField>
  );
}

/** An input that also commits its value on Ctrl+S or ⌘S, which saves the form, besides on blur and Enter. */
function CommittingInput() {
  const state = use(NumberFieldStateContext);
  const onKeyDown = ({ ctrlKey, metaKey, key }: KeyboardEvent) => {
    if ((ctrlKey || metaKey) && key.toLowerCase() === 's') state?.commit();
  };
  return <Input className="bare-input font-mono" onKeyDown={onKeyDown} />;
}
