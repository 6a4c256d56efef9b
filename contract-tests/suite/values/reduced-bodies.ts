import type { Body, TestedEntity } from '../records/tested-entity.ts';

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

/** Returns a body in which every second one of the fields that may be empty is, so that lists find it by some of them only. */
export function partialBody(entity: TestedEntity, body: Body): Body {
  const names = entity.operations.list.parameters.find(({ name }) => name === 'empty')?.schema.items?.enum ?? [];
  let partial = body;
  for (const name of names.filter((_name, index) => index % 2 === 0)) {
    if (Array.isArray(partial[name])) {
      partial = { ...partial, [name]: [] };
      continue;
    }
    // what stands together is empty together, and a city has to be in the country of its record
    const pairs = entity.rules.filter(({ rule, at, fields }) => rule === 'together' && [at, ...fields].includes(name));
    const others = pairs.flatMap(({ at, fields }) => [at, ...fields]);
    if (name === 'country' && 'city' in partial) others.push('city');
    const empty = Object.fromEntries(others.map((other) => [other, null]));
    partial = { ...withoutField(entity, partial, name), ...empty };
  }
  return partial;
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
