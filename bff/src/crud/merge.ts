import type { Entity, FieldValues } from './model.ts';
import { type MergeResult, mergeFields } from './pointers.ts';

interface Sides {
  base: FieldValues;
  after: FieldValues;
  current: FieldValues;
}

/** Returns the fields that make sense only together with one of them: the partner of a latitude is the longitude. */
const partnersOf = ({ rules }: Pick<Entity, 'rules'>, pointer: string): string[] =>
  rules.flatMap(({ rule, at, fields }) =>
    rule === 'together' && pointer === `/${at}` ? fields.map((name) => `/${name}`) : [],
  );

/** Returns fields, and those that make sense only together with them. */
export const withPartners = (entity: Pick<Entity, 'rules'>, pointers: readonly string[]): string[] => [
  ...new Set(pointers.flatMap((pointer) => [pointer, ...partnersOf(entity, pointer)])),
];

/**
 * Applies the changes from `base` to `after` to `current`, like `mergeFields`. Fields that the contract's rules hold together, such as
 * latitude and longitude, conflict together, and are overwritten together.
 */
export function mergeRecord(
  entity: Pick<Entity, 'rules' | 'adjustMerged'>,
  { base, after, current }: Sides,
  overwrites?: (pointer: string) => boolean,
): MergeResult {
  const merged = mergeFields(base, after, current, {
    overwrites,
    partnersOf: (pointer) => partnersOf(entity, pointer),
  });
  return { ...merged, fields: entity.adjustMerged?.(merged.fields, { base, current }) ?? merged.fields };
}
