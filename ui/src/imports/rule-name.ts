import { type Language, type Rule, ruleTexts } from '#api/metadata.gen.ts';
import { t } from '#i18n/i18n.ts';
import type { Texts } from '#i18n/zh.ts';

type NamedRule = keyof Texts['imports']['rule'];

const hasOwnName = (rule: Rule): rule is Rule & NamedRule => ruleTexts[rule]['zh-CN'].includes('{');

/** Returns the name of a rule: the text of the contract, or a text of the interface if the contract's has placeholders. */
export const ruleName = (rule: Rule, language: Language): string =>
  hasOwnName(rule) ? t(`imports.rule.${rule}`) : ruleTexts[rule][language];
