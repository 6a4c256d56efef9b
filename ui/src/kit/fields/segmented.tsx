import { type ReactNode, useId } from 'react';
import { Icon, type IconName } from '#kit/buttons/icon.tsx';
import { cx } from '#kit/cx.ts';

export interface Segment<Value extends string | number> {
  value: Value;
  label: string;
  icon?: IconName | undefined;
  /** shown before the label, such as a status dot */
  mark?: ReactNode;
}

interface SegmentedProps<Value extends string | number> {
  'aria-label': string;
  value: Value;
  onChange: (value: Value) => void;
  options: readonly Segment<Value>[];
  /** shows only the icons; the labels become their accessible names */
  iconsOnly?: boolean | undefined;
  size?: 'sm' | 'md' | undefined;
  fill?: boolean | undefined;
  /** disables the options */
  lock?: boolean | undefined;
}

export function Segmented<Value extends string | number>(props: SegmentedProps<Value>) {
  const { value, onChange, options, iconsOnly, size = 'sm', fill, lock } = props;
  const name = useId();
  return (
    <div
      role="radiogroup"
      aria-label={props['aria-label']}
      className={cx(
        'flex-none rounded-sm inset-ring inset-ring-line-strong pointer-coarse:h-10',
        size === 'sm' ? 'h-7' : 'h-8',
        fill ? 'flex w-full' : 'inline-flex',
      )}
    >
      {options.map((option) => (
        <label
          key={option.value}
          title={iconsOnly ? option.label : undefined}
          className={cx(
            'relative flex min-w-7 pointer-coarse:min-w-11 items-center justify-center gap-1.5 px-[7px] text-xs text-ink-3 first:rounded-l-sm last:rounded-r-sm',
            'not-first:border-l not-first:border-line not-has-disabled:hover:text-ink',
            'has-checked:bg-active has-checked:font-medium has-checked:text-ink',
            'has-checked:inset-ring has-checked:inset-ring-line-strong',
            fill && 'flex-1',
            size === 'md' && 'px-3 text-sm',
          )}
        >
          {/* covers the whole label, so that its focus ring is drawn around it */}
          <input
            type="radio"
            name={name}
            aria-label={iconsOnly ? option.label : undefined}
            checked={option.value === value}
            disabled={lock}
            onChange={() => onChange(option.value)}
            className="absolute inset-0 appearance-none rounded-[inherit]"
          />
          {option.mark}
          {option.icon && <Icon name={option.icon} size={14} />}
          {!iconsOnly && option.label}
        </label>
      ))}
    </div>
  );
}
