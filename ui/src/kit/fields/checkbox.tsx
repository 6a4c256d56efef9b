import type { ReactNode } from 'react';
import { cx } from '#kit/cx.ts';

interface CheckboxProps {
  checked: boolean;
  onChange: (checked: boolean) => void;
  indeterminate?: boolean | undefined;
  disabled?: boolean | undefined;
  label?: ReactNode;
  'aria-label'?: string | undefined;
  'aria-describedby'?: string | undefined;
  'aria-invalid'?: boolean | undefined;
  name?: string | undefined;
  className?: string | undefined;
}

export function Checkbox(props: CheckboxProps) {
  const { checked, onChange, indeterminate = false, label, className, ...nativeProps } = props;
  const box = (
    <input
      {...nativeProps}
      type="checkbox"
      className="box"
      checked={checked && !indeterminate}
      ref={(input) => {
        if (input) input.indeterminate = indeterminate;
      }}
      onChange={(event) => onChange(event.target.checked)}
    />
  );
  if (!label) return box;
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: the input is inside
    <label
      className={cx(
        'flex min-h-6 w-fit pointer-coarse:min-h-10 items-center gap-2',
        nativeProps.disabled && 'text-ink-off',
        className,
      )}
    >
      {box}
      {label}
    </label>
  );
}
