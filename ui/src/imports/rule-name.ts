import { type Language, type Rule, ruleTexts } from '#api/facts.gen.ts';
import { t } from '#i18n/i18n.ts';
import type { Texts } from '#i18n/zh.ts';

type NamedRule = keyof Texts['imports']['rule'];

const hasOwnName = (rule: Rule): rule is Rule & NamedRule => ruleTexts[rule]['zh-CN'].includes('{');

/** The name of a rule without a row's values: the contract's text, or one of ours where that text contains values. */
export const ruleName = (rule: Rule, language: Language): string =>
  hasOwnName(rule) ? t(`imports.rule.${rule}`) : ruleTexts[rule][language];
