import type { Contract, Texts } from './types.ts';

export const languages = ['zh-CN', 'en'] as const;
export type Language = keyof Texts;

/** Returns the language that a client prefers by its weights; Chinese without the header, and for all other languages. */
export function preferredLanguage(header = ''): Language {
  const weightOf = (language: string) => {
    const ranges = header
      .toLowerCase()
      .split(',')
      .filter((range) => new RegExp(`^\\s*${language}\\b`).test(range));
    return Math.max(0, ...ranges.map((range) => Number(/;\s*q=([\d.]+)/.exec(range)?.[1] ?? 1)));
  };
  return weightOf('en') > weightOf('zh') ? 'en' : 'zh-CN';
}

/** Returns true if a message is the text of an error key, a rule or a fault of a file, with any values for its placeholders, but none left out. */
export function textMatches(
  contract: Contract,
  schema: 'ErrorKey' | 'Rule' | 'ImportFaultKey',
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
