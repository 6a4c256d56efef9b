import { hasCode } from '#crud/entity.ts';
import type { Entity, FieldValues, ResolvedValues, StoredRecord } from '#crud/model.ts';
import { writeAt } from '#crud/pointers.ts';
import { referencedEntityKey } from '#crud/references/reference-paths.ts';
import { readUniqueFields } from '#crud/unique-fields.ts';
import type { Transaction } from '#database';

/** A record, and the fields that it will have; undefined if it goes. */
interface NextFields {
  current: StoredRecord;
  fields: FieldValues | undefined;
}

const FIRST_HAN_CHARACTER = 0x4e00;
const HAN_CHARACTERS = 20_000;

/** Returns two characters that no code of the contract has, different for each record. */
const parkedCode = (id: number): string =>
  String.fromCharCode(
    FIRST_HAN_CHARACTER + Math.floor(id / HAN_CHARACTERS),
    FIRST_HAN_CHARACTER + (id % HAN_CHARACTERS),
  );

/**
 * Takes values that must be unique from the records that give them up, so that others can have them in the same transaction. The log
 * shows only what is written afterwards.
 */
export async function parkUniqueValues(trx: Transaction, entity: Entity, changes: NextFields[]): Promise<void> {
  const names = new Set((await readUniqueFields(trx, entity)).map(({ name }) => name));
  const isText = ({ kind }: Entity['fields'][number]) => kind === 'text';
  // a key may consist of several fields, of which one suffices to give it up
  const keyName = hasCode(entity)
    ? 'code'
    : entity.keyFields.find((key) => entity.fields.some((field) => field.name === key && isText(field)));
  if (keyName) names.add(keyName);
  const parkable = entity.fields.filter((field) => names.has(field.name) && isText(field));
  for (const { current, fields } of changes) {
    const { record } = current;
    const gives = (name: string) => fields === undefined || record[name] !== fields[name];
    const columns = parkable
      .filter(
        ({ name }) => record[name] !== null && (gives(name) || (name === keyName && entity.keyFields.some(gives))),
      )
      .map(({ column }) => [column, parkedCode(record.id)]);
    if (columns.length > 0) await trx(entity.table).where('id', record.id).update(Object.fromEntries(columns));
  }
}

/** Replaces codes that records only have while the transaction lasts by those that they have in the end. */
export function applyFinalCodes(
  entity: Entity,
  { fields, refs }: ResolvedValues,
  finalCodes: ReadonlyMap<string, string>,
): void {
  for (const [pointer, id] of Object.entries(refs)) {
    const code = finalCodes.get(`${referencedEntityKey(entity, pointer)} ${id}`);
    if (code !== undefined) writeAt(fields, pointer, code);
  }
}
