import type { Plugin } from 'vite';

/** react-aria bundles its own texts in 34 languages; this replaces those the ui does not offer by empty modules. */
export function omitUnusedAriaLocales(): Plugin {
  return {
    name: 'omit-unused-aria-locales',
    apply: 'build',
    load: {
      filter: { id: /\/react-(?:aria|aria-components|stately)\/.*\/intl\/.*\b(?!en-US|zh-CN)[a-z]{2}-[A-Z]{2}\.mjs$/ },
      handler: () => 'export default {};',
    },
  };
}
