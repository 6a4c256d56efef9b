import type { Crud } from '#crud/model.ts';
import { cappedTotal, countCapped } from '#database';
import { contract, type Language, type Schemas, type Texts } from '#http/contract.ts';
import type { Caller, Query } from '#http/operation-types.ts';
import { maySee } from './permission.ts';
import { importRows, isWorkOf, type StoredFault, type StoredImport, toStoredImport } from './stored-import.ts';

/** Who is told of an import, and in which language. */
export interface Reader {
  caller: Caller;
  language: Language;
}

// of the contract, whose linter wants both texts of each key
const FAULT_TEXTS: Record<StoredFault['key'], Texts> = contract.components.schemas.ImportFaultKey['x-text'];

export function toFault({ key, ...fill }: StoredFault, language: Language): Schemas['ImportFault'] {
  const parameters: Record<string, unknown> = fill;
  const message = FAULT_TEXTS[key][language].replace(/\{(\w+)\}/g, (_, name: string) => String(parameters[name] ?? ''));
  return { key, message, line: fill.line ?? null };
}

const toIso = (time: Date | null) => time?.toISOString() ?? null;

/** An import in the contract's form. */
export async function toImport(
  { db, review }: Pick<Crud, 'db' | 'review'>,
  stored: StoredImport,
  { caller, language }: Reader,
): Promise<Schemas['Import']> {
  const { id, entity, filename, bytes, received, status, options, progress, counts, outcomes, decision } = stored;
  const { createdBy, appliedBy, revertedBy, fault } = stored;
  const reviewed = await review(entity, db);
  return {
    ...{ id, entity, filename, bytes, received, status, options, progress, counts, outcomes, decision },
    fault: fault && toFault(fault, language),
    ...{ createdBy, createTime: stored.createTime.toISOString(), stageTime: toIso(stored.stageTime) },
    ...{ appliedBy, applyTime: toIso(stored.applyTime), revertedBy, revertTime: toIso(stored.revertTime) },
    ...{ review: reviewed, ownWork: reviewed !== 'none' && isWorkOf(stored, caller.id) },
  };
}

/** A page as the contract has it, newest first; `cursor` is the id of the last import seen. */
export async function importPage(
  crud: Pick<Crud, 'db' | 'entities' | 'review'>,
  { cursor, limit = 20, entity }: Query<'listImports'>,
  reader: Reader,
) {
  const visibleKinds = crud.entities.map(({ key }) => key).filter((key) => maySee(reader.caller, key));
  const kinds = visibleKinds.filter((key) => entity === undefined || key === entity);
  const { db } = crud;
  const page = importRows(db)
    .whereIn('import.entity', kinds)
    .orderBy('import.id', 'desc')
    .limit(limit + 1);
  if (cursor) page.where('import.id', '<', cursor);
  const [rows, count] = await Promise.all([page, countCapped(db, db('import').whereIn('entity', kinds))]);
  const imports = rows.slice(0, limit).map(toStoredImport);
  const items = await Promise.all(imports.map((stored) => toImport(crud, stored, reader)));
  return { items, nextCursor: rows.length > limit ? String(items.at(-1)?.id) : null, ...cappedTotal(count) };
}
