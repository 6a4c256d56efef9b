import type { EntityKey, Language } from '#api/metadata.gen.ts';
import { entityUi } from '#crud/define-entity.ts';
import { isPlainObject, toPointer } from '#crud/pointers.ts';
import { withCode } from '#crud/text/record-names.ts';
import { labelIn, referencedEntity } from '#crud/text/value-text.ts';
import { number } from '#i18n/format.ts';
import { t } from '#i18n/i18n.ts';
import { type ChangeSetItem, identityOf } from '../change-set.ts';

/** Returns what a message calls the record of an item. */
export function nameOf(item: ChangeSetItem, language: Language): string {
  const { code, title } = identityOf(item, language);
  return withCode(code, title);
}

/** Says what is wrong with a record: at which field, if at a single one, and why. */
export function faultText(entity: EntityKey, { pointer, message }: { pointer: string; message: string }): string {
  const schema = entityUi(entity)?.schema;
  const field = pointer.replace(/^\/values/, '');
  return field && schema ? t('changeSets.itemProblem', { field: labelIn(schema, field), rule: message }) : message;
}

/** Names the first item that cannot take effect, with its field and the cause, and says how many others there are. */
export function firstFaultText(items: readonly ChangeSetItem[], language: Language): string | undefined {
  const [first, ...others] = items.filter(({ problems }) => problems.length > 0);
  const [problem] = first?.problems ?? [];
  if (!first || !problem) return undefined;
  const fault = `${nameOf(first, language)} · ${faultText(first.entity, problem)}`;
  return others.length === 0 ? fault : t('changeSets.andMore', { fault, n: number(others.length) });
}

/** Returns the items with the problems that a refused event of their set has reported, by their ids. */
export function withReportedFaults(
  items: readonly ChangeSetItem[],
  fields: ChangeSetItem['problems'],
): ChangeSetItem[] {
  return items.map((item) => ({
    ...item,
    problems: fields.flatMap(({ pointer, ...field }) => {
      const itemPointer = `/items/${item.id}`;
      const isOfItem = pointer === itemPointer || pointer.startsWith(`${itemPointer}/`);
      return isOfItem ? [{ ...field, pointer: pointer.slice(itemPointer.length) }] : [];
    }),
  }));
}

/** Identifies a record by the code with which others refer to it. */
export const referenceKey = (entity: EntityKey, code: string | null): string => `${entity} ${code}`;

/** Returns the keys of the records to which the changed fields of an item refer. */
export function referencesOf({ entity, changes, after }: ChangeSetItem): ReadonlySet<string> {
  const schema = entityUi(entity)?.schema;
  const keys = new Set<string>();
  if (!schema || !after) return keys;
  const collect = (value: unknown, pointer: string): void => {
    if (Array.isArray(value)) for (const [index, each] of value.entries()) collect(each, `${pointer}/${index}`);
    else if (isPlainObject(value))
      for (const [name, each] of Object.entries(value)) collect(each, pointer + toPointer(name));
    else {
      const referenced = typeof value === 'string' && referencedEntity(schema, pointer);
      if (referenced) keys.add(referenceKey(referenced, value));
    }
  };
  for (const field of new Set(changes.map((pointer) => pointer.split('/')[1] ?? '')))
    collect(after[field], `/${field}`);
  return keys;
}

/** Returns the items that begin to refer to the record of an item by the code that this item gives to it. */
export function findDependents(
  { id, entity, before, after }: ChangeSetItem,
  items: readonly ChangeSetItem[],
): ChangeSetItem[] {
  const code = after?.code;
  if (typeof code !== 'string' || code === before?.code) return [];
  return items.filter((other) => other.id !== id && referencesOf(other).has(referenceKey(entity, code)));
}
