import { Popover as HeadlessPopover, PopoverButton, PopoverPanel } from '@headlessui/react';
import { Fragment, type ReactNode, useState } from 'react';
import { cx } from '#kit/cx.ts';
import type { PopoverProps } from './popover.tsx';
import { type Pressed, usePressAgain } from './press-again.ts';

export function PopoverLayer(props: PopoverProps & Pressed) {
  const { trigger, align = 'start', width = 240, className, children, pressed, ...aria } = props;
  const button = usePressAgain(pressed);
  return (
    <HeadlessPopover as={Fragment}>
      <PopoverButton as={Fragment} ref={button}>
        {trigger}
      </PopoverButton>
      <PopoverPanel
        {...aria}
        role="dialog"
        focus
        transition
        anchor={{ to: `bottom ${align}`, gap: 4, padding: 8 }}
        style={{ width }}
        className={cx('layer fade z-(--z-pop) outline-none [--anchor-max-height:310px]', className)}
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
