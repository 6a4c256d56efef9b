import { type RenderOptions, render } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import i18next from 'i18next';
import type { ReactElement, ReactNode } from 'react';
import type { Language } from '#api/metadata.gen.ts';
import { en } from '#i18n/en.ts';
import { languages } from '#i18n/i18n.ts';
import { namespaces } from '#i18n/namespaces.ts';
import { zh } from '#i18n/zh.ts';
import { KitProvider } from '#kit/kit-texts.tsx';

export { languages };

/** All texts of the console in both languages. */
export const textsOf = { 'zh-CN': zh, en };

for (const [name, inBoth] of Object.entries(namespaces))
  for (const language of languages) i18next.addResourceBundle(language, name, (await inBoth[language]()).texts);

interface Options {
  language?: Language;
  /** Wraps the element, for example in a form or a query client. */
  wrapper?: RenderOptions['wrapper'];
}

/** Renders an element in one language, with a simulated user. */
export async function renderInConsole(element: ReactElement, { language = 'en', wrapper: Around }: Options = {}) {
  await i18next.changeLanguage(language);
  const { kit, common } = textsOf[language];
  const wrapper = ({ children }: { children: ReactNode }) => (
    <KitProvider texts={{ ...kit, ...common }} language={language}>
      {Around ? <Around>{children}</Around> : children}
    </KitProvider>
  );
  const user = userEvent.setup({ delay: null });
  return { user, texts: textsOf[language], ...render(element, { wrapper }) };
}
