import type { Crud, Entity, Fields, Stored, Values } from '#crud/model.ts';
import type { ReferencePath } from '#crud/reference-paths.ts';
import type { Database } from '#database';
import type { Schemas } from '#http/contract.ts';
import type { Actor } from '#record-log/append.ts';
import type { CellProblem, Parsed } from '../columns/parse-draft.ts';
import type { Draft } from '../file-model.ts';
import type { ImportOptions } from '../stored-import.ts';
import type { ReferenceResolver } from './reference-resolver.ts';

/** What rows of a file are held against. */
export interface RowContext {
  crud: Pick<Crud, 'entities'>;
  entity: Entity;
  options: ImportOptions;
  /** Who may approve records of the kind. */
  review: Schemas['Review'];
  /** Who imports. */
  actor: Actor;
  /** One for all rows of a task. */
  resolver: ReferenceResolver;
  /** Whether another row of the file may bring in the record of this kind that has this code. */
  mayBeInFile(code: string): boolean;
  /** The records that these fields identify, by `keyOf`. */
  findByKey(db: Database, entity: Entity, all: Fields[]): Promise<Map<string, Stored>>;
}

/** A reference to what is not there yet. */
export interface PendingReference extends ReferencePath {
  /** Another row of the same file may be it; else it is to be created along, as pending, by this name. */
  mayBeInFile: boolean;
  name: string;
  /** Where what is created along lies. */
  country?: string;
}

/** What a row would write. */
export interface Candidate {
  draft: Draft;
  parsed: Parsed;
  /** By `keyOf`; undefined where nothing identifies the record. */
  key: string | undefined;
  /** The fields by which it is known. */
  identity: Fields;
  /** The record that is there. */
  current: Stored | undefined;
  /** Undefined where the row is refused before there are any. */
  values: Values | undefined;
  /** References of `values` that have no id yet. */
  pendingReferences: PendingReference[];
  /** Why it is refused; empty of a sound one. */
  problems: CellProblem[];
  /** Pointers of what approval will ask for. */
  missing: string[];
}

/** What stands for the record in a list of rows. */
export const labelOfKey = (identity: Fields): string =>
  Object.values(identity)
    .filter((value) => value !== null)
    .join(' ');
