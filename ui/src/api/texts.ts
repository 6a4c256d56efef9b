import {
  type BodyName,
  type ErrorKey,
  errorTexts,
  hints,
  type Language,
  type Rule,
  ruleTexts,
  type Text,
} from './facts.gen.ts';

export type TextValues = Readonly<Record<string, string | number>>;

/** A text of the contract with its `{places}` filled; a place without a value stays empty. */
export function fill(text: Text, language: Language, values: TextValues = {}): string {
  return text[language].replace(/\{(\w+)\}/g, (_place, name: string) => String(values[name] ?? ''));
}

export function errorText(key: ErrorKey, language: Language, values?: TextValues): string {
  return fill(errorTexts[key], language, values);
}

export function ruleText(rule: Rule, language: Language, values: TextValues = {}): string {
  // “Must be …” needs to say what; where the contract has no hint, it is just the wrong format.
  const told = rule === 'pattern' && !values.hint ? 'format' : rule;
  return fill(ruleTexts[told], language, values);
}

/** Whether a pointer leads to a place of the facts, where a star stands for any key or index. */
export function isAt(place: string, pointer: string): boolean {
  const segments = pointer.split('/').slice(1);
  const parts = place.split('/');
  return parts.length === segments.length && parts.every((part, index) => part === '*' || part === segments[index]);
}

/** What a value looks like at a pointer of a body: `/name`, `/locales/zh-CN/name`. */
export function hintAt(schema: BodyName, pointer: string, language: Language): string | undefined {
  return Object.entries(hints[schema] ?? {}).find(([place]) => isAt(place, pointer))?.[1][language];
}
