import type { Entity, FieldValues } from './model.ts';
import { type MergeResult, mergeFields } from './pointers.ts';

interface Sides {
  base: FieldValues;
  after: FieldValues;
  current: FieldValues;
}

/**
 * Applies the changes from `base` to `after` to `current`, like `mergeFields`. Fields that the contract's rules hold together, such as
 * latitude and longitude, conflict together.
 */
export function mergeRecord(
  entity: Pick<Entity, 'rules' | 'adjustMerged'>,
  { base, after, current }: Sides,
  overwrites?: (pointer: string) => boolean,
): MergeResult {
  const partnersOf = (pointer: string) =>
    entity.rules.flatMap(({ rule, at, fields }) =>
      rule === 'together' && pointer === `/${at}` ? fields.map((name) => `/${name}`) : [],
    );
  const merged = mergeFields(base, after, current, { overwrites, partnersOf });
  return { ...merged, fields: entity.adjustMerged?.(merged.fields, { base, current }) ?? merged.fields };
}
