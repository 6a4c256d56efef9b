import { createContext, type ReactNode, use, useEffect } from 'react';

/** What the parts say by themselves; everything else comes by props. */
interface KitTexts {
  close: string;
  clear: string;
  remove: string;
  copy: string;
  copied: string;
  loading: string;
  retry: string;
  reset: string;
  cancel: string;
  more: string;
  required: string;
  locked: string;
  showPassword: string;
  hidePassword: string;
  openList: string;
  noMatches: string;
  /** what was typed into a combobox is not one of its options */
  notInList: string;
  selectAll: string;
  selectRow: string;
  rowActions: string;
  sortAscending: string;
  sortDescending: string;
  resizeColumn: string;
  moveUp: string;
  moveDown: string;
  pages: string;
  previousPage: string;
  nextPage: string;
  traceId: string;
  /** a date or a time of which parts are missing */
  halfTyped: string;
  openCalendar: string;
  today: string;
  endsBeforeStart: string;
  chooseTime: string;
  hours: string;
  minutes: string;
  zoomIn: string;
  zoomOut: string;
  /** what the keys do on a map that has the focus */
  mapKeys: string;
  mapKeysReadOnly: string;
}

const Context = createContext<KitTexts | null>(null);
const LanguageContext = createContext('zh-CN');

/** The language in which dates and figures are written and read. */
export const useKitLanguage = (): string => use(LanguageContext);

export function useKitTexts(): KitTexts {
  const texts = use(Context);
  if (!texts) throw new Error('Wrap the app in <KitProvider texts={…}>');
  return texts;
}

interface KitProviderProps {
  texts: KitTexts;
  language?: string | undefined;
  children: ReactNode;
}

export function KitProvider({ texts, language = 'zh-CN', children }: KitProviderProps) {
  useEffect(watchInput, []);
  // The ranges of a hundred subsets weigh 40 KB: nothing waits for them, and without them the system's font serves.
  useEffect(() => void import('./other-scripts.css').catch(() => {}), []);
  return (
    <LanguageContext value={language}>
      <Context value={texts}>{children}</Context>
    </LanguageContext>
  );
}

/** Marks the document with what the person used last: nothing that a key starts is animated (tokens.css). */
function watchInput(): () => void {
  const root = document.documentElement;
  root.dataset.input ??= 'key';
  const key = () => {
    root.dataset.input = 'key';
  };
  const pointer = () => {
    root.dataset.input = 'pointer';
  };
  window.addEventListener('keydown', key, true);
  window.addEventListener('pointerdown', pointer, true);
  window.addEventListener('pointermove', pointer, { capture: true, passive: true });
  return () => {
    window.removeEventListener('keydown', key, true);
    window.removeEventListener('pointerdown', pointer, true);
    window.removeEventListener('pointermove', pointer, true);
  };
}
