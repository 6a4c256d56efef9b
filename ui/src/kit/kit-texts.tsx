import { createContext, type ReactNode, use, useEffect } from 'react';
import { watchInput } from './input-kind.ts';

/** What the parts say by themselves; everything else comes by props. */
export interface KitTexts {
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
  useEffect(() => void import('./chinese.css').catch(() => {}), []);
  return (
    <LanguageContext value={language}>
      <Context value={texts}>{children}</Context>
    </LanguageContext>
  );
}
