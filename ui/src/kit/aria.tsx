import type { ReactNode } from 'react';
import { I18nProvider } from 'react-aria-components';
import { useKitLanguage } from './kit-texts.tsx';

/** Around whatever react-aria makes: what it says by itself is said in the page's language, and only pages that need it load it. */
export function Aria({ children }: { children: ReactNode }) {
  keepStylesheetsClosed();
  return <I18nProvider locale={useKitLanguage()}>{children}</I18nProvider>;
}

/** react-aria adds a style element once unless it finds its id; `style-src 'self'` would refuse it anyway. */
function keepStylesheetsClosed() {
  const id = 'react-aria-pressable-style';
  if (document.getElementById(id)) return;
  const stand = document.createElement('meta');
  stand.id = id;
  document.head.append(stand);
}
