import { Radio, RadioGroup } from '@headlessui/react';
import type { ReactNode } from 'react';
import { cx } from './cx.ts';
import { Icon, type IconName } from './icon.tsx';

export interface Segment<Value extends string | number> {
  value: Value;
  label: string;
  icon?: IconName | undefined;
  /** before the label: a status dot */
  mark?: ReactNode;
}

interface SegmentedProps<Value extends string | number> {
  'aria-label': string;
  value: Value;
  onChange: (value: Value) => void;
  options: readonly Segment<Value>[];
  /** shows the icons alone; the labels become their names */
  iconsOnly?: boolean | undefined;
  size?: 'sm' | 'md' | undefined;
  fill?: boolean | undefined;
  /** shown, not chosen */
  lock?: boolean | undefined;
}

export function Segmented<Value extends string | number>(props: SegmentedProps<Value>) {
  const { value, onChange, options, iconsOnly, size = 'sm', fill, lock } = props;
  return (
    <RadioGroup
      aria-label={props['aria-label']}
      value={value}
      onChange={onChange}
      disabled={lock ?? false}
      className={cx(
        'flex-none rounded-sm inset-ring inset-ring-line-strong',
        size === 'sm' ? 'h-7' : 'h-8',
        fill ? 'flex w-full' : 'inline-flex',
      )}
    >
      {options.map((option) => (
        <Radio
          key={option.value}
          value={option.value}
          aria-label={iconsOnly ? option.label : undefined}
          title={iconsOnly ? option.label : undefined}
          className={cx(
            'flex min-w-7 items-center justify-center gap-1.5 px-[7px] text-xs text-ink-3 first:rounded-l-sm last:rounded-r-sm',
            'not-first:border-l not-first:border-line not-data-disabled:hover:text-ink',
            'data-checked:bg-active data-checked:font-medium data-checked:text-ink',
            'data-checked:inset-ring data-checked:inset-ring-line-strong data-disabled:cursor-default',
            fill && 'flex-1',
            size === 'md' && 'px-3 text-sm',
          )}
        >
          {option.mark}
          {option.icon && <Icon name={option.icon} size={14} />}
          {!iconsOnly && option.label}
        </Radio>
      ))}
    </RadioGroup>
  );
}
