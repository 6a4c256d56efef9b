import { Popover as HeadlessPopover, PopoverButton, PopoverPanel } from '@headlessui/react';
import { Fragment, type ReactElement, type ReactNode, useState } from 'react';
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
        {({ open, close }) => (
          <Anew open={open}>{typeof children === 'function' ? children(() => close()) : children}</Anew>
        )}
      </PopoverPanel>
    </HeadlessPopover>
  );
}

/** Begins from the beginning each time it opens, also while it still fades out from the time before. */
function Anew({ open, children }: { open: boolean; children: ReactNode }) {
  const [before, setBefore] = useState(open);
  const [openings, setOpenings] = useState(0);
  if (open !== before) {
    setBefore(open);
    if (open) setOpenings(openings + 1);
  }
  return <Fragment key={openings}>{children}</Fragment>;
}
