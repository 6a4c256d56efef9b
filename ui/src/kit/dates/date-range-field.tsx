import type { ReactNode } from 'react';
import { cx } from '#kit/cx.ts';
import type { FieldFrame } from '#kit/fields/field.tsx';
import { useKitTexts } from '#kit/kit-texts.tsx';
import { DateField } from './date-field.tsx';
import { isHalfTyped } from './half-typed.ts';

interface RangeEndProps extends Pick<FieldFrame, 'required' | 'help' | 'error' | 'warning' | 'aside'> {
  label: ReactNode;
  value: string | null;
  onChange?: ((value: string | null) => void) | undefined;
}

export interface DateRangeFieldProps {
  from: RangeEndProps;
  to: RangeEndProps;
  lock?: boolean | undefined;
  className?: string | undefined;
}

/** From one day to another; either end may be open, and each has its own label and errors. */
export function DateRangeField({ from, to, lock, className }: DateRangeFieldProps) {
  const texts = useKitTexts();
  const range = { from: from.value, to: to.value };
  const isReversed =
    range.from !== null && range.to !== null && ![range.from, range.to].some(isHalfTyped) && range.to < range.from;
  return (
    <div className={cx('grid min-w-0 grid-cols-2 gap-4', className)}>
      <DateField {...from} range={range} lock={lock} />
      <DateField {...to} warning={isReversed ? texts.endsBeforeStart : to.warning} range={range} lock={lock} />
    </div>
  );
}
