import type { ReactNode } from 'react';
import { I18nProvider } from 'react-aria-components';
import { useKitLanguage } from './kit-texts.tsx';

/** Sets the page's language for the built-in texts of react-aria components. Only pages that use them load this file. */
export function AriaProvider({ children }: { children: ReactNode }) {
  preventInjectedStyles();
  return <I18nProvider locale={useKitLanguage()}>{children}</I18nProvider>;
}

/** react-aria injects a style element unless an element with its id exists; `style-src 'self'` would block it anyway. */
function preventInjectedStyles() {
  const id = 'react-aria-pressable-style';
  if (document.getElementById(id)) return;
  const placeholder = document.createElement('meta');
  placeholder.id = id;
  document.head.append(placeholder);
}
