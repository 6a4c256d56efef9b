import type { CrudContext } from '#crud/model.ts';
import { cappedTotal, countCapped } from '#database';
import { maySeeImports } from '#http/caller.ts';
import { contract, type Language, type Schemas, type Texts } from '#http/contract.ts';
import type { Caller, Query } from '#http/operation-types.ts';
import { isContributor, queryImports, type StoredFault, type StoredImport, toStoredImport } from './stored-import.ts';

/** The user who sees an import, and the language of the texts. */
export interface ImportViewer {
  caller: Caller;
  language: Language;
}

// the contract's linter requires both languages for each key
const FAULT_TEXTS: Record<StoredFault['key'], Texts> = contract.components.schemas.ImportFaultKey['x-text'];

export function toFault({ key, ...fill }: StoredFault, language: Language): Schemas['ImportFault'] {
  const parameters: Record<string, unknown> = fill;
  const message = FAULT_TEXTS[key][language].replace(/\{(\w+)\}/g, (_, name: string) => String(parameters[name] ?? ''));
  return { key, message, line: fill.line ?? null };
}

const toIso = (time: Date | null) => time?.toISOString() ?? null;

/** Converts an import into the contract's form. */
export async function toImport(
  { db, reviewSetting: review }: Pick<CrudContext, 'db' | 'reviewSetting'>,
  stored: StoredImport,
  { caller, language }: ImportViewer,
): Promise<Schemas['Import']> {
  const { id, entity, filename, bytes, received, status, options, progress, counts, outcomes, decision } = stored;
  const { createdBy, appliedBy, revertedBy, fault } = stored;
  const reviewed = await review(entity, db);
  return {
    id,
    entity,
    filename,
    bytes,
    received,
    status,
    options,
    progress,
    counts,
    outcomes,
    decision,
    fault: fault && toFault(fault, language),
    createdBy,
    createTime: stored.createTime.toISOString(),
    stageTime: toIso(stored.stageTime),
    appliedBy,
    applyTime: toIso(stored.applyTime),
    revertedBy,
    revertTime: toIso(stored.revertTime),
    review: reviewed,
    ownWork: reviewed !== 'none' && isContributor(stored, caller.id),
    ...(stored.changeSetId !== null && { changeSetId: stored.changeSetId }),
  };
}

/** Reads a page of imports, newest first; `cursor` is the id of the last import seen. */
export async function readImportPage(
  crud: Pick<CrudContext, 'db' | 'entities' | 'reviewSetting'>,
  { cursor, limit = 20, entity }: Query<'listImports'>,
  viewer: ImportViewer,
) {
  const visibleEntities = crud.entities.map(({ key }) => key).filter((key) => maySeeImports(viewer.caller, key));
  const entityKeys = visibleEntities.filter((key) => entity === undefined || key === entity);
  const { db } = crud;
  const page = queryImports(db)
    .whereIn('import.entity', entityKeys)
    .orderBy('import.id', 'desc')
    .limit(limit + 1);
  if (cursor) page.where('import.id', '<', cursor);
  const [rows, count] = await Promise.all([page, countCapped(db, db('import').whereIn('entity', entityKeys))]);
  const imports = rows.slice(0, limit).map(toStoredImport);
  const items = await Promise.all(imports.map((stored) => toImport(crud, stored, viewer)));
  return { items, nextCursor: rows.length > limit ? String(items.at(-1)?.id) : null, ...cappedTotal(count) };
}
