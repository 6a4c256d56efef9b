import type { ReactElement, ReactNode } from 'react';
import type { IconName } from '#kit/buttons/icon.tsx';
import { onDemand } from '#kit/on-demand.ts';
import { Opener, type TriggerProps } from './opener.tsx';

export interface MenuEntry {
  id: string;
  label: ReactNode;
  icon?: IconName | undefined;
  shortcut?: string | undefined;
  tone?: 'bad' | undefined;
  /** Why it can't be chosen: stays in the list and says so. */
  refused?: string | false | undefined;
  /** one of several: shows which is in force */
  checked?: boolean | undefined;
  separatorBefore?: boolean | undefined;
  onSelect: () => void;
}

export interface MenuProps {
  /** a button that takes props and a ref */
  trigger: ReactElement<TriggerProps>;
  items: readonly MenuEntry[];
  /** above the entries: who is signed in, what they apply to */
  header?: ReactNode;
  align?: 'start' | 'end' | undefined;
  width?: number | undefined;
  /** Mounts the menu only once its trigger is pressed, for tables with hundreds of triggers. */
  mountOnPress?: boolean | undefined;
  /** between the trigger and the menu, in pixels */
  gap?: number | undefined;
}

export const menuLayer = onDemand(async () => (await import('./menu-layer.tsx')).MenuLayer);

export function Menu(props: MenuProps) {
  return <Opener layer={menuLayer} popup="menu" {...props} />;
}
