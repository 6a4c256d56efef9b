import { Popover as HeadlessPopover, PopoverButton, PopoverPanel } from '@headlessui/react';
import { Fragment, type ReactNode, useState } from 'react';
import { cx } from '#kit/cx.ts';
import type { PopoverProps } from './popover.tsx';
import { type ReplayProps, useReplayedPress } from './replay-press.ts';

export function PopoverLayer(props: PopoverProps & ReplayProps) {
  const { trigger, align = 'start', width = 240, className, children, pressRef, ...aria } = props;
  const button = useReplayedPress(pressRef);
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
          <RemountOnOpen open={open}>
            {typeof children === 'function' ? children(() => close()) : children}
          </RemountOnOpen>
        )}
      </PopoverPanel>
    </HeadlessPopover>
  );
}

/** Resets the state of its children each time it opens, even if it has not finished fading out. */
function RemountOnOpen({ open, children }: { open: boolean; children: ReactNode }) {
  const [wasOpen, setWasOpen] = useState(open);
  const [openCount, setOpenCount] = useState(0);
  if (open !== wasOpen) {
    setWasOpen(open);
    if (open) setOpenCount(openCount + 1);
  }
  return <Fragment key={openCount}>{children}</Fragment>;
}
