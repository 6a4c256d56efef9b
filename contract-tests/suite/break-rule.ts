import type { FieldRule } from '../contract/types.ts';
import type { Body } from './kind.ts';
import type { Scene } from './scene.ts';

type Break = (body: Body, rule: FieldRule, scene: Scene) => Body | Promise<Body>;

/** How each rule between fields is broken, the body being whole but for it. */
const breaks: Record<string, Break> = {
  together: (body, { at }) => ({ ...body, [at]: null }),
  oneNeeded: (body, { at, fields }) => ({ ...body, ...all([at, ...fields], null) }),
  different: (body, { at, fields }) => ({ ...body, [at]: body[fields[0] ?? ''] }),
  notBefore: (body, { at, fields }) => ({ ...body, ...all(fields, '2026-03-02'), [at]: '2026-03-01' }),
  notBelow: (body, { at, fields }) => ({ ...body, ...all(fields, '10.0000000001'), [at]: '10' }),
  notNullIsland: (body, { at, fields }) => ({ ...body, ...all([at, ...fields], 0) }),
  chinaOnly: async (body, { at, fields }, { world, kind, records }) => {
    const place = kind.references.find(({ path }) => path.join() === fields[0]);
    const elsewhere = await world.targets.another(place?.target ?? '', 'CN', records);
    return { ...body, [at]: kind.example[at], ...all(fields, elsewhere.code) };
  },
};

export function breakOf(rule: FieldRule): Break {
  const found = breaks[rule.rule];
  if (!found) throw new Error(`nothing breaks ${rule.rule}; say in suite/break-rule.ts how it is broken`);
  return found;
}

function all(names: string[], value: unknown): Body {
  return Object.fromEntries(names.map((name) => [name, value]));
}
