import type { ReactElement, ReactNode } from 'react';
import { Tooltip as AriaTooltip, Focusable, type TooltipProps, TooltipTrigger } from 'react-aria-components';

interface Props {
  text: ReactNode;
  placement?: TooltipProps['placement'];
  /** Hovering waits, focus does not. */
  delay?: number | undefined;
  /** one element that takes focus and passes its props and ref on */
  children: ReactElement<Record<string, unknown>, string>;
}

export function Tooltip({ text, placement = 'bottom', delay = 400, children }: Props) {
  return (
    <TooltipTrigger delay={delay} closeDelay={0}>
      <Focusable>{children}</Focusable>
      <AriaTooltip
        placement={placement}
        offset={6}
        className="fade-in pointer-events-none z-(--z-tip) max-w-70 rounded-sm bg-plate px-2 py-1.5 text-xs text-on-plate"
      >
        {text}
      </AriaTooltip>
    </TooltipTrigger>
  );
}
