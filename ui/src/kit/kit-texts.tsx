import { createContext, type ReactNode, use, useEffect } from 'react';

/** The built-in texts of the components; all other texts are passed as props. */
interface KitTexts {
  close: string;
  clear: string;
  remove: string;
  copy: string;
  copied: string;
  copyFailed: string;
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
  /** error of a text over its limit of characters */
  tooLong: string;
  /** warning of a combobox whose text is not one of its options */
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
  /** said of a date that is only partly filled in */
  halfTyped: string;
  openCalendar: string;
  today: string;
  /** asked before a dialog closes in which something is typed */
  discardQuestion: string;
  keepEditing: string;
  discard: string;
  endsBeforeStart: string;
  chooseTime: string;
  hours: string;
  minutes: string;
  zoomIn: string;
  zoomOut: string;
  /** heading of reasons given before */
  recentReasons: string;
  /** where a place was before a change */
  mapPrevious: string;
}

const TextsContext = createContext<KitTexts | null>(null);
const LanguageContext = createContext('zh-CN');

/** Returns the language that dates and numbers are formatted and parsed in. */
export const useKitLanguage = (): string => use(LanguageContext);

export function useKitTexts(): KitTexts {
  const texts = use(TextsContext);
  if (!texts) throw new Error('Wrap the app in <KitProvider texts={…}>');
  return texts;
}

interface KitProviderProps {
  texts: KitTexts;
  language?: string | undefined;
  children: ReactNode;
}

export function KitProvider({ texts, language = 'zh-CN', children }: KitProviderProps) {
  useEffect(trackInputDevice, []);
  // The font rules of a hundred subsets are 40 KB. They are loaded late, and until then the system's font is used.
  useEffect(() => void import('./late-fonts.css').catch(() => {}), []);
  return (
    <LanguageContext value={language}>
      <TextsContext value={texts}>{children}</TextsContext>
    </LanguageContext>
  );
}

/** Marks the document with the last input device, because actions started by a key are not animated (tokens.css). */
function trackInputDevice(): () => void {
  const root = document.documentElement;
  root.dataset.input ??= 'key';
  const onKey = () => {
    root.dataset.input = 'key';
  };
  const onPointer = () => {
    root.dataset.input = 'pointer';
  };
  window.addEventListener('keydown', onKey, true);
  window.addEventListener('pointerdown', onPointer, true);
  window.addEventListener('pointermove', onPointer, { capture: true, passive: true });
  return () => {
    window.removeEventListener('keydown', onKey, true);
    window.removeEventListener('pointerdown', onPointer, true);
    window.removeEventListener('pointermove', onPointer, true);
  };
}
