import { cx } from '#kit/cx.ts';
import { Field, type FieldFrame } from './field.tsx';
import { useFieldControl } from './field-context.ts';

interface SwitchProps {
  checked: boolean;
  onChange?: ((checked: boolean) => void) | undefined;
  /** the state in words, shown beside the switch */
  text?: string | undefined;
  lock?: boolean | undefined;
}

/** A switch with its state in words, because colour and position alone are ambiguous. */
export function SwitchField({ checked, onChange, text, lock, ...frame }: FieldFrame & SwitchProps) {
  return (
    <Field {...frame}>
      <Switch checked={checked} onChange={onChange} text={text} lock={lock} />
    </Field>
  );
}

function Switch({ checked, onChange, text, lock }: SwitchProps) {
  const { control } = useFieldControl();
  const { 'aria-required': _required, ...controlProps } = control;
  return (
    <div className="flex h-(--control-h) items-center gap-2">
      <button
        {...controlProps}
        type="button"
        role="switch"
        aria-checked={checked}
        onClick={() => onChange?.(!checked)}
        disabled={Boolean(lock || !onChange)}
        className={cx(
          'relative h-4 w-7 flex-none rounded-full before:absolute before:-inset-1 pointer-coarse:before:-inset-3 disabled:opacity-60',
          checked ? 'bg-accent' : 'bg-line-control',
        )}
      >
        <span
          aria-hidden
          className={cx(
            'block size-3 rounded-full bg-panel transition-transform',
            checked ? 'translate-x-3.5' : 'translate-x-0.5',
          )}
        />
      </button>
      {text && <span aria-hidden>{text}</span>}
    </div>
  );
}
