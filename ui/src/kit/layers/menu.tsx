import type { ReactElement, ReactNode } from 'react';
import type { IconName } from '#kit/buttons/icon.tsx';
import { createLazyCode } from '#kit/lazy-code.ts';
import { LazyTrigger, type TriggerProps } from './lazy-trigger.tsx';

export interface MenuEntry {
  id: string;
  label: ReactNode;
  icon?: IconName | undefined;
  shortcut?: string | undefined;
  tone?: 'bad' | undefined;
  /** the reason why the entry is disabled, shown below its label */
  disabledReason?: string | false | undefined;
  /** whether this is the current one of several options */
  checked?: boolean | undefined;
  separatorBefore?: boolean | undefined;
  onSelect: () => void;
}

export interface MenuProps {
  /** a button that accepts props and a ref */
  trigger: ReactElement<TriggerProps>;
  items: readonly MenuEntry[];
  /** shown above the entries: who is signed in, what they apply to */
  header?: ReactNode;
  align?: 'start' | 'end' | undefined;
  width?: number | undefined;
  /** Mounts the menu only once its trigger is pressed, for tables with hundreds of triggers. */
  mountOnPress?: boolean | undefined;
  /** between the trigger and the menu, in pixels */
  gap?: number | undefined;
}

export const menuLayer = createLazyCode(async () => (await import('./menu-layer.tsx')).MenuLayer);

export function Menu(props: MenuProps) {
  return <LazyTrigger layer={menuLayer} popup="menu" {...props} />;
}
