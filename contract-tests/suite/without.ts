import type { Body, Kind } from './kind.ts';

/** A body without a field and without the fields that require it. */
export function withoutField({ rules }: Kind, body: Body, name: string): Body {
  const dependentRules = rules.filter(
    ({ rule, fields }) => ['together', 'chinaOnly'].includes(rule) && fields.includes(name),
  );
  return {
    ...body,
    ...Object.fromEntries([name, ...dependentRules.map(({ at }) => at)].map((field) => [field, null])),
  };
}

/** The required fields of a body, and one field of each `oneNeeded` rule. */
export function minimalBody({ write, rules, identity }: Kind, body: Body): Body {
  const fieldNames = new Set([...(write.required ?? []), identity]);
  for (const { at, fields } of rules.filter(({ rule }) => rule === 'oneNeeded')) {
    const choice = [at, ...fields];
    if (!choice.some((name) => fieldNames.has(name))) fieldNames.add(choice.find((name) => body[name]) ?? at);
  }
  return Object.fromEntries([...fieldNames].map((name) => [name, body[name]]));
}
