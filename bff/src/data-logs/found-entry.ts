import { entityByKey } from '#crud/entity.ts';
import { labelsOf } from '#crud/labels.ts';
import type { Crud } from '#crud/model.ts';
import { fromJson } from '#database';
import { Problem } from '#http/problem.ts';
import type { LogRow } from '#logs/read-log.ts';
import { whole } from './data-log.ts';
import { tell } from './entries.ts';

// whoever reads the log sees changes of every kind
const everyKind = { may: () => true };

/** One change with the record before and after it, of a record that may be gone. Throws `notFound`. */
export async function foundEntry(crud: Crud, seq: number) {
  const { db } = crud;
  const row: LogRow | undefined = await db(whole.table)
    .where({ seq })
    .first({ id: whole.id }, 'time', 'refs', db.raw(whole.columns.join()));
  const [told] = row ? await tell(crud, [row]) : [];
  if (!row || !told) throw new Problem('notFound');
  const { entity, recordId } = told.entry;
  // the ids behind what was before are those of the change before it
  const earlier = await db(whole.table)
    .where({ entity, record_id: recordId })
    .where('seq', '<', seq)
    .orderBy('seq', 'desc')
    .first('after', 'refs');
  const holders = [row, ...(earlier ? [earlier] : [])].map((held) => ({
    fields: fromJson<Record<string, unknown> | null>(held.after) ?? told.before ?? {},
    refs: fromJson<Record<string, number> | null>(held.refs) ?? {},
  }));
  return { ...told, labels: await labelsOf(db, entityByKey(crud, entity), holders, everyKind) };
}
