import type { CrudContext, Entity, FieldValues, ResolvedValues, StoredRecord } from '#crud/model.ts';
import type { CodeReference } from '#crud/references/reference-paths.ts';
import type { Database } from '#database';
import type { Schemas } from '#http/contract.ts';
import type { Actor } from '#record-log/append.ts';
import type { CellProblem, ParsedRecord } from '../columns/parse-raw-record.ts';
import type { RawRecord } from '../file-model.ts';
import type { ImportOptions } from '../stored-import.ts';
import type { ReferenceResolver } from './reference-resolver.ts';

/** Everything that turning rows into candidates needs. */
export interface RowContext {
  crud: Pick<CrudContext, 'entities'>;
  entity: Entity;
  options: ImportOptions;
  /** Who may approve records of the entity. */
  review: Schemas['Review'];
  /** The importing user. */
  actor: Actor;
  /** Shared by all rows of a task. */
  resolver: ReferenceResolver;
  /** Whether another row of the file may create the record of the same entity with this code. */
  mayFileCreate(code: string): boolean;
  /** Finds the records that these fields identify, by `keyOf`. */
  findByKey(db: Database, entity: Entity, identities: FieldValues[]): Promise<Map<string, StoredRecord>>;
}

/** A reference to a record that does not exist yet. */
export interface PendingReference extends CodeReference {
  /** Whether another row of the same file may create the record; otherwise it is created as pending with this name. */
  mayBeCreatedByFile: boolean;
  name: string;
  /** The country of the record to create. */
  country?: string;
}

/** A row with the values that it would write. */
export interface Candidate {
  rawRecord: RawRecord;
  parsed: ParsedRecord;
  /** The result of `keyOf`; undefined if the row does not identify a record. */
  key: string | undefined;
  /** The key fields. */
  identity: FieldValues;
  /** The existing record. */
  current: StoredRecord | undefined;
  /** Undefined if the row is refused before they are computed. */
  values: ResolvedValues | undefined;
  /** References of `values` that have no id yet. */
  pendingReferences: PendingReference[];
  /** The reasons to refuse the row; empty for a valid one. */
  problems: CellProblem[];
  /** Pointers of missing fields that approval requires. */
  missingForApproval: string[];
}

/** Returns the label of a record in a list of rows. */
export const labelOfKey = (identity: FieldValues): string =>
  Object.values(identity)
    .filter((value) => value !== null)
    .join(' ');
