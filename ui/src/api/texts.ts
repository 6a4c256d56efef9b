import { type Language, ownRuleTexts, type Rule, type Text } from './metadata.gen.ts';

export type TextValues = Readonly<Record<string, string | number>>;

/** Replaces the `{placeholders}` in a text of the contract; a placeholder without a value becomes empty. */
export function interpolate(text: Text, language: Language, values: TextValues = {}): string {
  return text[language].replace(/\{(\w+)\}/g, (_placeholder, name: string) => String(values[name] ?? ''));
}

/** Returns what a rule says that the console itself checks, or that a record breaks as a warning. */
export function ruleText(rule: Rule, language: Language, values: TextValues = {}): string {
  // the text of `pattern` is "Must be {hint}", which needs a hint
  const shownRule = rule === 'pattern' && !values.hint ? 'format' : rule;
  const text = ownRuleTexts[shownRule];
  return text ? interpolate(text, language, values) : '';
}

/** Returns whether a JSON pointer matches a field pattern; a star stands for any key or index. */
export function matchesPattern(pattern: string, pointer: string): boolean {
  const segments = pointer.split('/').slice(1);
  const parts = pattern.split('/');
  return parts.length === segments.length && parts.every((part, index) => part === '*' || part === segments[index]);
}
