import { Popover as HeadlessPopover, PopoverButton, PopoverPanel } from '@headlessui/react';
import { Fragment, type ReactElement, type ReactNode } from 'react';
import { cx } from './cx.ts';

interface PopoverProps {
  /** a button that takes props and a ref */
  trigger: ReactElement;
  'aria-label': string;
  align?: 'start' | 'end' | undefined;
  width?: number | undefined;
  className?: string | undefined;
  children: ReactNode | ((close: () => void) => ReactNode);
}

export function Popover({ trigger, align = 'start', width = 240, className, children, ...aria }: PopoverProps) {
  return (
    <HeadlessPopover as={Fragment}>
      <PopoverButton as={Fragment}>{trigger}</PopoverButton>
      <PopoverPanel
        {...aria}
        role="dialog"
        focus
        transition
        anchor={{ to: `bottom ${align}`, gap: 4, padding: 8 }}
        style={{ width }}
        className={cx('layer fade z-(--z-pop) outline-none', className)}
      >
        {({ close }) => <>{typeof children === 'function' ? children(() => close()) : children}</>}
      </PopoverPanel>
    </HeadlessPopover>
  );
}
