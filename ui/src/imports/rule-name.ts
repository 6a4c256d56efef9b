import { type Language, type Rule, ruleTexts } from '#api/facts.gen.ts';
import { t } from '#i18n/i18n.ts';
import type { Texts } from '#i18n/zh.ts';

type Named = keyof Texts['imports']['rule'];

const isNamed = (rule: Rule): rule is Rule & Named => ruleTexts[rule]['zh-CN'].includes('{');

/** What a problem is called where many rows have it: the contract's own text, unless that speaks of one row's values. */
export const ruleName = (rule: Rule, language: Language): string =>
  isNamed(rule) ? t(`imports.rule.${rule}`) : ruleTexts[rule][language];
