import type { FieldRule } from '../../contract/types.ts';
import type { CaseContext } from '../case-context.ts';
import type { Body } from '../records/tested-entity.ts';

type RuleBreaker = (body: Body, rule: FieldRule, context: CaseContext) => Body | Promise<Body>;

/** For each kind of rule between fields, a function that makes a valid body violate it. */
const ruleBreakers: Record<string, RuleBreaker> = {
  together: (body, { at }) => ({ ...body, [at]: null }),
  oneNeeded: (body, { at, fields }) => ({ ...body, ...setFields([at, ...fields], null) }),
  different: (body, { at, fields }) => ({ ...body, [at]: body[fields[0] ?? ''] }),
  notBefore: (body, { at, fields }) => ({ ...body, ...setFields(fields, '2026-03-02'), [at]: '2026-03-01' }),
  notBelow: (body, { at, fields }) => ({ ...body, ...setFields(fields, '10.0000000001'), [at]: '10' }),
  notNullIsland: (body, { at, fields }) => ({ ...body, ...setFields([at, ...fields], 0) }),
  chinaOnly: async (body, { at, fields }, { backend, entity, records }) => {
    const reference = entity.references.find(({ path }) => path.join() === fields[0]);
    const otherCountry = await backend.referenceTargets.findOrCreateOther(reference?.target ?? '', 'CN', records);
    return { ...body, [at]: entity.example[at], ...setFields(fields, otherCountry.code) };
  },
};

export function ruleBreakerFor(rule: FieldRule): RuleBreaker {
  const breaker = ruleBreakers[rule.rule];
  if (!breaker) throw new Error(`no function breaks the rule ${rule.rule}; add one to suite/values/break-rule.ts`);
  return breaker;
}

function setFields(names: string[], value: unknown): Body {
  return Object.fromEntries(names.map((name) => [name, value]));
}
