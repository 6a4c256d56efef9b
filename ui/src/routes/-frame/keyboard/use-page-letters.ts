import { useLocation, useNavigate } from '@tanstack/react-router';
import { useEffect, useEffectEvent } from 'react';
import { useSession } from '#session/use-session.ts';
import { canOpenItem, lastSearchOf, listPages, type MenuItem } from '../menu.ts';

/** The pages that the user may open, in the order of the menu. */
export function usePermittedPages(): MenuItem[] {
  const { isAllowed } = useSession();
  return listPages().filter((item) => canOpenItem(item, isAllowed));
}

/** While active, a letter opens its page. Any key ends the state, even before the list of letters has been loaded and shown. */
export function usePageLetters(active: boolean, onEnd: () => void): void {
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const pages = usePermittedPages();
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (['Shift', 'Control', 'Alt', 'Meta', 'Tab', 'Enter'].includes(event.key)) return;
    event.preventDefault();
    event.stopPropagation();
    const page = pages.find(({ letter }) => letter === event.key.toLowerCase());
    onEnd();
    if (page) void navigate({ to: page.path, search: page.search ?? lastSearchOf(page, pathname) });
  });
  useEffect(() => {
    if (!active) return;
    const listener = (event: KeyboardEvent) => onKey(event);
    window.addEventListener('keydown', listener, { capture: true });
    return () => window.removeEventListener('keydown', listener, { capture: true });
  }, [active]);
}
