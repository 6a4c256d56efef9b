import type { ReactElement, ReactNode } from 'react';
import { onDemand } from '#kit/on-demand.ts';
import { Opener, type TriggerProps } from './opener.tsx';

export interface PopoverProps {
  /** a button that takes props and a ref */
  trigger: ReactElement<TriggerProps>;
  'aria-label': string;
  align?: 'start' | 'end' | undefined;
  width?: number | undefined;
  className?: string | undefined;
  children: ReactNode | ((close: () => void) => ReactNode);
}

export const popoverLayer = onDemand(async () => (await import('./popover-layer.tsx')).PopoverLayer);

export function Popover(props: PopoverProps) {
  return <Opener layer={popoverLayer} {...props} />;
}
