import { useEffect } from 'react';
import type { BodyName, Entity } from '#api/facts.gen.ts';
import { useSession } from '#session/use-session.ts';
import { recordOf } from './find-records.ts';
import { labelOf } from './labels.ts';
import { isPlainObject } from './pointers.ts';
import { referenceAt } from './value-text.ts';

type Reference = readonly [kind: Entity, code: string];

/** The records that a value refers to, wherever in it their codes stand. */
function referencesIn(schema: BodyName, value: unknown, pointer = ''): Reference[] {
  if (typeof value === 'string') {
    const kind = referenceAt(schema, pointer);
    return kind ? [[kind, value]] : [];
  }
  if (!Array.isArray(value) && !isPlainObject(value)) return [];
  return Object.entries(value).flatMap(([name, part]) => referencesIn(schema, part, `${pointer}/${name}`));
}

/** Asks for the names behind the codes of values that came without them. */
export function useNamesBehind(schema: BodyName, values: unknown): void {
  const { can } = useSession();
  // biome-ignore lint/correctness/useExhaustiveDependencies: asks once for the same values
  useEffect(() => {
    for (const [kind, code] of referencesIn(schema, values)) {
      if (labelOf(kind, code) || !can(`${kind}:read`)) continue;
      // a name that cannot be had is no reason to disturb: its code stands there
      recordOf(kind, code).catch(() => undefined);
    }
  }, [schema, values]);
}
