import type { Crud } from '#crud/model.ts';
import { contract, type Language, type Schemas, type Texts } from '#http/contract.ts';
import type { Caller } from '#http/operation-types.ts';
import { isWorkOf, type StoredFault, type StoredImport } from './stored-import.ts';

/** Who is told of an import, and in which language. */
export interface Reader {
  caller: Caller;
  language: Language;
}

// of the contract, whose linter wants both texts of each key
const texts: Record<StoredFault['key'], Texts> = contract.components.schemas.ImportFaultKey['x-text'];

export function toFault({ key, ...fill }: StoredFault, language: Language): Schemas['ImportFault'] {
  const filling: Record<string, unknown> = fill;
  const message = texts[key][language].replace(/\{(\w+)\}/g, (_, name: string) => String(filling[name] ?? ''));
  return { key, message, line: fill.line ?? null };
}

const iso = (time: Date | null) => time?.toISOString() ?? null;

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
    ...{ createdBy, createTime: stored.createTime.toISOString(), stageTime: iso(stored.stageTime) },
    ...{ appliedBy, applyTime: iso(stored.applyTime), revertedBy, revertTime: iso(stored.revertTime) },
    ...{ review: reviewed, ownWork: reviewed !== 'none' && isWorkOf(stored, caller.id) },
  };
}
