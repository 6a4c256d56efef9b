import type { Body, Kind } from './kind.ts';

/** A body without a field, and without what may not stand there without it. */
export function without({ rules }: Kind, body: Body, name: string): Body {
  const bound = rules.filter(({ rule, fields }) => ['together', 'chinaOnly'].includes(rule) && fields.includes(name));
  return { ...body, ...Object.fromEntries([name, ...bound.map(({ at }) => at)].map((field) => [field, null])) };
}

/** The required fields of a body alone, and one of those of which one is needed. */
export function leastOf({ write, rules, identity }: Kind, body: Body): Body {
  const kept = new Set([...(write.required ?? []), identity]);
  for (const { at, fields } of rules.filter(({ rule }) => rule === 'oneNeeded')) {
    const choice = [at, ...fields];
    if (!choice.some((name) => kept.has(name))) kept.add(choice.find((name) => body[name]) ?? at);
  }
  return Object.fromEntries([...kept].map((name) => [name, body[name]]));
}
