import { expect, it, vi } from 'vitest';
import { type Rule, ruleTexts } from '#api/metadata.gen.ts';
import { loadTexts, setLanguage } from '#i18n/i18n.ts';
import { ruleName } from './rule-name.ts';

// loading texts sets the language of the document
vi.hoisted(() => vi.stubGlobal('document', { documentElement: {} }));

it.each(['zh-CN', 'en'] as const)('names every rule without placeholders in %s', async (language) => {
  await loadTexts('imports');
  await setLanguage(language);
  // The cast: Object.keys loses the key type.
  const incomplete = (Object.keys(ruleTexts) as Rule[]).filter((rule) =>
    /[{}]|^imports\./.test(ruleName(rule, language)),
  );
  expect(incomplete).toEqual([]);
});
