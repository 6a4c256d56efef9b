import type { ReactElement, ReactNode } from 'react';
import { createLazyCode } from '#kit/lazy-code.ts';
import { LazyTrigger, type TriggerProps } from './lazy-trigger.tsx';

export interface PopoverProps {
  /** a button that accepts props and a ref */
  trigger: ReactElement<TriggerProps>;
  'aria-label': string;
  align?: 'start' | 'end' | undefined;
  width?: number | undefined;
  className?: string | undefined;
  children: ReactNode | ((close: () => void) => ReactNode);
}

export const popoverLayer = createLazyCode(async () => (await import('./popover-layer.tsx')).PopoverLayer);

export function Popover(props: PopoverProps) {
  return <LazyTrigger layer={popoverLayer} {...props} />;
}
