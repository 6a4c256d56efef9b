import type { Plugin } from 'vite';

const TEXTS = /\/src\/i18n\/(zh-CN|en)\/([\w-]+)\.ts$/;
/** Files that others put together. */
const PARTS = /^frame-/;

/** Shows changed texts at once while the console runs from its sources: the page is not reloaded, so that half-filled forms stay. */
export const hotTexts = (): Plugin => ({
  name: 'hot texts',
  apply: 'serve',
  transform(code, id) {
    const [, language, file = ''] = TEXTS.exec(id) ?? [];
    if (language === undefined || PARTS.test(file)) return undefined;
    const namespace = file.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
    const accept = `
import i18nextOfHotTexts from 'i18next';
import.meta.hot?.accept((changed) => {
  if (!changed) return;
  i18nextOfHotTexts.removeResourceBundle('${language}', '${namespace}');
  i18nextOfHotTexts.addResourceBundle('${language}', '${namespace}', changed.texts);
  i18nextOfHotTexts.emit('languageChanged', i18nextOfHotTexts.language);
});
`;
    return { code: code + accept, map: null };
  },
});
