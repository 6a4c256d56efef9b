import type { ReactNode } from 'react';
import type { IconName } from '#kit/buttons/icon.tsx';
import { createLazyCode, useLazyCode } from '#kit/lazy-code.ts';
import { dialogLayer } from './dialog.tsx';

export interface ReasonField {
  label: string;
  required?: boolean | undefined;
  help?: string | undefined;
  /** the error shown if a required reason is missing */
  missingError?: string | undefined;
  maxLength?: number | undefined;
  /** Returns reasons given before, latest first, which are offered below the field. */
  readRecent?: (() => readonly string[]) | undefined;
}

export interface ConfirmDialogProps {
  open: boolean;
  onClose: () => void;
  title: ReactNode;
  description?: ReactNode;
  /** verb and noun: 删除机场 */
  confirmLabel: string;
  cancelLabel?: string | undefined;
  onConfirm: (reason: string) => void;
  destructive?: boolean | undefined;
  busy?: boolean | undefined;
  disabledReason?: string | false | undefined;
  icon?: IconName | undefined;
  reason?: ReasonField | undefined;
  /** Whether the children have input that closing would lose; a typed reason is known. */
  isChanged?: boolean | undefined;
  /** the server's error for the last attempt */
  error?: ReactNode;
  children?: ReactNode;
}

export const confirmDialogLayer = createLazyCode(async () => {
  const [{ ConfirmDialogLayer }] = await Promise.all([import('./confirm-dialog-layer.tsx'), dialogLayer.load()]);
  return ConfirmDialogLayer;
});

/** Asks before an action, optionally for a reason. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const Layer = useLazyCode(confirmDialogLayer, props.open, props.onClose);
  return Layer && <Layer {...props} />;
}
