import type { Body, TestedEntity } from '../tested-entity.ts';

/** Returns a body without a field and without the fields that require it. */
export function withoutField({ rules }: TestedEntity, body: Body, name: string): Body {
  const dependentRules = rules.filter(
    ({ rule, fields }) => ['together', 'chinaOnly'].includes(rule) && fields.includes(name),
  );
  return {
    ...body,
    ...Object.fromEntries([name, ...dependentRules.map(({ at }) => at)].map((field) => [field, null])),
  };
}

/** Returns the required fields of a body, and one field of each `oneNeeded` rule. */
export function minimalBody({ writeSchema, rules, identityField }: TestedEntity, body: Body): Body {
  const fieldNames = new Set([...(writeSchema.required ?? []), identityField]);
  for (const { at, fields } of rules.filter(({ rule }) => rule === 'oneNeeded')) {
    const alternatives = [at, ...fields];
    if (!alternatives.some((name) => fieldNames.has(name)))
      fieldNames.add(alternatives.find((name) => body[name]) ?? at);
  }
  return Object.fromEntries([...fieldNames].map((name) => [name, body[name]]));
}
