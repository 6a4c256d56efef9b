import type { Plugin } from 'vite';

/** What react-aria says by itself comes in 34 languages; those that the console does not speak are left empty. */
export function spokenAriaTexts(): Plugin {
  return {
    name: 'spoken-aria-texts',
    apply: 'build',
    load: {
      filter: { id: /\/react-(?:aria|aria-components|stately)\/.*\/intl\/.*\b(?!en-US|zh-CN)[a-z]{2}-[A-Z]{2}\.mjs$/ },
      handler: () => 'export default {};',
    },
  };
}
