import { createContext, type KeyboardEvent, type ReactNode, type RefObject } from 'react';
import type { IconName } from '#kit/buttons/icon.tsx';
import { createLazyCode, useLazyCode } from '#kit/lazy-code.ts';

export interface DialogProps {
  open: boolean;
  /** Without it the dialog stays until its own buttons are used. */
  onClose?: (() => void) | undefined;
  /** Whether something is typed that closing would lose: Escape, the closing button and a `CancelButton` ask first. */
  isChanged?: boolean | undefined;
  title: ReactNode;
  /** the consequences, and whether they can be undone */
  description?: ReactNode;
  width?: number | undefined;
  icon?: IconName | undefined;
  iconTone?: 'warn' | 'bad' | 'info' | undefined;
  /** buttons, from the left: tertiary, secondary, primary */
  footer?: ReactNode;
  /** a text at the left of the footer, such as what is still missing */
  footnote?: ReactNode;
  initialFocus?: RefObject<HTMLElement | null> | undefined;
  /** removes the padding of the body, for tables */
  flush?: boolean | undefined;
  /** keeps the upper edge in place while the content loads and grows */
  fixedTop?: boolean | undefined;
  role?: 'dialog' | 'alertdialog' | undefined;
  /** called for keys pressed anywhere in the dialog */
  onKeyDown?: ((event: KeyboardEvent) => void) | undefined;
  children?: ReactNode;
}

/** Closes the dialog around an element, after a question if something is typed in it. */
export const RequestCloseContext = createContext<() => void>(() => {});

export const dialogLayer = createLazyCode(async () => (await import('./dialog-layer.tsx')).DialogLayer);

export function Dialog(props: DialogProps) {
  const Layer = useLazyCode(dialogLayer, props.open, props.onClose);
  return Layer && <Layer {...props} />;
}
