import type { Contract, Texts } from './types.ts';

export const languages = ['zh-CN', 'en'] as const;
export type Language = keyof Texts;

/** Returns true if a message is the text of an error key or rule, with any values for its placeholders, but none left out. */
export function textMatches(
  contract: Contract,
  schema: 'ErrorKey' | 'Rule',
  name: string,
  language: Language,
  message: string,
): boolean {
  const text = contract.components.schemas[schema]?.['x-text']?.[name]?.[language];
  if (text === undefined) return false;
  const pattern = text.split(/\{\w+\}/).map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(`^${pattern.join('.+')}$`, 's').test(message) && !/\{\w+\}|undefined|\bNaN\b/.test(message);
}

export function placeholdersIn(text: string): string[] {
  return [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? '').toSorted();
}

export function fillPlaceholders(text: string, values: Record<string, string>): string {
  return text.replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '');
}
