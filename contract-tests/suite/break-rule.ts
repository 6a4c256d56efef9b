import type { FieldRule } from '../contract/types.ts';
import type { Body } from './kind.ts';
import type { Scene } from './scene.ts';

type RuleBreaker = (body: Body, rule: FieldRule, scene: Scene) => Body | Promise<Body>;

/** Functions that turn a valid body into one that breaks a single rule between fields. */
const ruleBreakers: Record<string, RuleBreaker> = {
  together: (body, { at }) => ({ ...body, [at]: null }),
  oneNeeded: (body, { at, fields }) => ({ ...body, ...fieldsWith([at, ...fields], null) }),
  different: (body, { at, fields }) => ({ ...body, [at]: body[fields[0] ?? ''] }),
  notBefore: (body, { at, fields }) => ({ ...body, ...fieldsWith(fields, '2026-03-02'), [at]: '2026-03-01' }),
  notBelow: (body, { at, fields }) => ({ ...body, ...fieldsWith(fields, '10.0000000001'), [at]: '10' }),
  notNullIsland: (body, { at, fields }) => ({ ...body, ...fieldsWith([at, ...fields], 0) }),
  chinaOnly: async (body, { at, fields }, { backend, kind, records }) => {
    const reference = kind.references.find(({ path }) => path.join() === fields[0]);
    const otherCountry = await backend.targets.another(reference?.target ?? '', 'CN', records);
    return { ...body, [at]: kind.example[at], ...fieldsWith(fields, otherCountry.code) };
  },
};

export function ruleBreakerFor(rule: FieldRule): RuleBreaker {
  const breaker = ruleBreakers[rule.rule];
  if (!breaker) throw new Error(`nothing breaks ${rule.rule}; say in suite/break-rule.ts how it is broken`);
  return breaker;
}

function fieldsWith(names: string[], value: unknown): Body {
  return Object.fromEntries(names.map((name) => [name, value]));
}
