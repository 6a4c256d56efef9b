import type { ReactNode, RefObject } from 'react';
import type { IconName } from '#kit/buttons/icon.tsx';
import { onDemand, useOnDemand } from '#kit/on-demand.ts';

export interface DialogProps {
  open: boolean;
  /** Without it the dialog stays until its own buttons are used. */
  onClose?: (() => void) | undefined;
  title: ReactNode;
  /** what follows, and whether it can be undone */
  description?: ReactNode;
  width?: number | undefined;
  icon?: IconName | undefined;
  iconTone?: 'warn' | 'bad' | 'info' | undefined;
  /** buttons, from the left: tertiary, secondary, primary */
  footer?: ReactNode;
  /** at the left of the footer: what is still missing */
  footnote?: ReactNode;
  initialFocus?: RefObject<HTMLElement | null> | undefined;
  /** lets the body touch the edges, for tables */
  flush?: boolean | undefined;
  role?: 'dialog' | 'alertdialog' | undefined;
  children?: ReactNode;
}

export const dialogLayer = onDemand(async () => (await import('./dialog-layer.tsx')).DialogLayer);

export function Dialog(props: DialogProps) {
  const Layer = useOnDemand(dialogLayer, props.open, props.onClose);
  return Layer && <Layer {...props} />;
}
