import { type RenderOptions, render } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import i18next from 'i18next';
import type { ReactElement, ReactNode } from 'react';
import type { Language } from '#api/facts.gen.ts';
import { en } from '#i18n/en.ts';
import '#i18n/i18n.ts';
import { zh } from '#i18n/zh.ts';
import { KitProvider } from '#kit/kit-texts.tsx';

/** All texts of the console in both languages, as a test looks them up. */
export const textsOf = { 'zh-CN': zh, en };

export const languages = ['zh-CN', 'en'] as const satisfies readonly Language[];

for (const [language, texts] of Object.entries(textsOf)) i18next.addResourceBundle(language, 'translation', texts);

interface Options {
  language?: Language;
  /** What stands around the element besides the kit's own texts: a form, a query client. */
  wrapper?: RenderOptions['wrapper'];
}

/** Renders an element as the console does in one language, with a person who types and clicks. */
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
