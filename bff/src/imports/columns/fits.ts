import type { Target } from '#columns/targets.ts';

const patterns = new Map<string, RegExp>();

/** Whether a text is of the contract's pattern, where it has one. */
export function fits({ schema: { pattern } }: Target, text: string): boolean {
  if (pattern === undefined) return true;
  const compiled = patterns.get(pattern) ?? new RegExp(pattern, 'u');
  patterns.set(pattern, compiled);
  return compiled.test(text);
}
