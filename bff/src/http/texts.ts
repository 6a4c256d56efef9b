import type { Context } from 'koa';
import { contract, type ErrorKey, type Language, type Rule, type Texts } from './contract.ts';

export type TextParameters = Record<string, string | number | Texts>;

const keyTexts: Record<ErrorKey, Texts> = contract.components.schemas.ErrorKey['x-text'];
const ruleTexts: Record<Rule, Texts> = contract.components.schemas.Rule['x-text'];

function fill(texts: Texts, language: Language, parameters: TextParameters): string {
  return texts[language].replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = parameters[name] ?? '';
    return typeof value === 'object' ? value[language] : String(value);
  });
}

export const keyText = (key: ErrorKey, language: Language, parameters: TextParameters = {}) =>
  fill(keyTexts[key], language, parameters);

export const ruleText = (rule: Rule, language: Language, parameters: TextParameters = {}) =>
  fill(ruleTexts[rule], language, parameters);

export const isRule = (word: string): word is Rule => word in ruleTexts;

/** What the caller's `Accept-Language` weighs most: zh-CN where nothing is asked for, English where neither language is. */
export function languageOf(ctx: Pick<Context, 'acceptsLanguages'>): Language {
  const accepted = ctx.acceptsLanguages('zh-CN', 'zh', 'en');
  return accepted === 'en' || accepted === false ? 'en' : 'zh-CN';
}
