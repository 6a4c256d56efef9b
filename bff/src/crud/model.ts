import type { Knex } from 'knex';
import type { Database, Transaction } from '#database';
import type { EntityKey, FieldRule, OperationId, Schemas, Texts } from '#http/contract.ts';
import type { Caller, Handlers } from '#http/operation-types.ts';
import type { FieldProblem } from '#http/problem.ts';
import type { Actor } from '#record-log/append.ts';

/** The values that a person writes, in the contract's form: codes for references, null for missing values. */
export type FieldValues = Record<string, unknown>;

/** A record in the contract's form. */
export type EntityRecord = FieldValues & {
  id: number;
  code?: string;
  name?: string;
  locales?: Schemas['Locales'];
  status: Schemas['Status'];
  version: number;
  createTime: string;
  updateTime: string;
  createdBy: string;
  updatedBy: string;
  warnings: Schemas['Warning'][];
};

/** The writing user and the record before the write. */
export interface WriteContext {
  actor: Actor;
  /** The record before the write; undefined for a new one. */
  current?: EntityRecord | undefined;
}

/** Values to check against the database; `id` is undefined for a new record. */
export interface ValuesToCheck {
  values: ResolvedValues;
  id: number | undefined;
  /** The record before the transaction, where that has written the values already. */
  before?: ResolvedValues | undefined;
}

/** What an entity's own file defines. */
export interface Definition<S extends string, P extends string> {
  key: EntityKey;
  /** The record's schema in the contract and the noun of its operations: `Country` as in `createCountry`. */
  singular: S;
  plural: P;
  /** Returns warnings about a record that do not prevent saving it. */
  warnings?: (fields: FieldValues) => Schemas['Warning'][];
  /** Derives values from others before they are checked and written. */
  derive?: (fields: FieldValues, writing: WriteContext) => FieldValues;
  /** Adjusts the values that a merge has taken from two sides, where they say something about each other. */
  adjustMerged?: (merged: FieldValues, sides: { base: FieldValues; current: FieldValues }) => FieldValues;
  /** Returns for each record the problems that only the database reveals. */
  check?: (db: Database, valuesToCheck: ValuesToCheck[]) => Promise<FieldProblem[][]>;
  /**
   * Filters for list parameters that do not correspond to a column. `all` queries the records that the list is about. The filter of a
   * parameter with a default must read only the status and the key fields: a list of a past day may have no other columns.
   */
  customFilters?: Record<
    string,
    (
      db: Database,
      value: unknown,
      query: ListConditions,
      all: () => Knex.QueryBuilder,
    ) => RowFilter | Promise<RowFilter>
  >;
  /** Operations that replace the generic ones. */
  operations?: (crud: CrudContext, entity: Entity) => Partial<Pick<Handlers, EntityOperation<S, P>>>;
}

/** An entity: its definition, completed with the facts from the contract. */
export interface Entity<S extends string = string, P extends string = string> extends Definition<S, P> {
  table: string;
  fields: Field[];
  requiredToApprove: string[];
  /** Rules between fields. */
  rules: FieldRule[];
  /** The fields that identify a record for people and in files. */
  keyFields: string[];
  label: Texts;
  /** The path of the entity's page in the console. */
  route: string;
  /** A pattern such as `{base}/{quote}` that replaces the name if records have none. */
  title: string | undefined;
  /** List parameters that filter by a column. */
  filters: string[];
  /** The default filters of its list. */
  defaultConditions: ListConditions;
}

/** The ids of referenced records, by JSON pointer. */
export type Refs = Record<string, number>;

/** Values to write, with the ids of the referenced records. */
export interface ResolvedValues {
  fields: FieldValues;
  refs: Refs;
}

/** A stored record, with the ids of the referenced records. */
export interface StoredRecord {
  record: EntityRecord;
  refs: Refs;
}

/** The state of a record at another time than now; undefined if it does not exist then. */
export interface RecordState {
  id: number;
  record: EntityRecord | undefined;
}

/** What the change sets that are scheduled until a time will make of records. */
export interface Forecast {
  /** The states of the records that change, by kind and id; undefined for those that are deleted. */
  states: ReadonlyMap<EntityKey, ReadonlyMap<number, StoredRecord | undefined>>;
  /** What is stored now of those that exist, by `entity id`. */
  live: ReadonlyMap<string, StoredRecord>;
  /** The changes of codes, in the order of the releases. */
  renames: FutureRename[];
}

/** What change sets that were due by a time have done. */
export interface DueReleases {
  /** The last position of their changes in the feed; 0 without any. */
  position: number;
  /** Whether the feed does not have all of their changes yet. */
  areAwaited: boolean;
}

/** A record gets another code, and those that refer to it a new version. */
export interface FutureRename {
  kind: EntityKey;
  id: number;
  /** The set that renames it. */
  setId: number;
  updateTime: string;
  updatedBy: string;
}

export type Row = Record<string, unknown> & { id: number };

/** A field that people write, and how it is stored. */
export interface Field {
  name: string;
  /** The column of the entity's table; a list of references has its own table instead. */
  column: string;
  kind: ColumnKind;
  /** Whether the value is converted to upper case. */
  isUpperCase: boolean;
  /** The number of decimals to which a number is rounded. */
  decimals?: number;
  /** Whether the search finds the value by its beginning, like a code. */
  isSearchedAsCode: boolean;
  /** For a list of objects: the members of each entry that the search finds like a code. */
  membersSearchedAsCode: string[];
  /** The referenced entity. */
  reference?: EntityKey;
  referenceList?: ReferenceList;
}

/** References in a list, stored in a join table of (record_id, position, target_id). */
export interface ReferenceList {
  table: string;
  reference: EntityKey;
  /** The column with the codes, in a table that has these instead of ids. */
  codeColumn?: string;
  /** The member of an entry that contains the code; undefined if the entry itself is the code. */
  codeMember?: string;
  /** The other members of an entry, each with a column. */
  extraFields: Field[];
}

/** How a column stores a field's value. `list` and `object` are JSON, `decimal` is exact, `time` has milliseconds. */
export type ColumnKind = 'text' | 'list' | 'object' | 'boolean' | 'number' | 'decimal' | 'date' | 'time';

/** The conditions of a list except for the status: the search text `q`, and filters by name. */
export interface ListConditions {
  q?: string;
  /** The time whose records are listed, in the contract's form; by default now. */
  asOf?: string;
  [filter: string]: unknown;
}

/** Adds a condition to a query that is not just the value of a column. */
export type RowFilter = (rows: Knex.QueryBuilder) => void;

/** The operations of an entity, by the contract's names. */
export type EntityOperation<S extends string, P extends string> = Extract<
  OperationId,
  | `list${P}`
  | `bulk${P}`
  | `${'create' | 'get' | 'update' | 'delete' | 'transition' | 'restore'}${S}`
  | `get${S}${'History' | 'References' | 'Proposal'}`
  | `${'withdraw' | 'decide'}${S}Proposal`
>;

/** A change of a record's code, which also changes the codes in records that refer to it. Stored in the parameters of tasks. */
export interface Rename {
  kind: EntityKey;
  id: number;
  from: string;
  actor: Actor;
  proposer?: string | undefined;
  changeSetId?: number | undefined;
}

/** What change sets will do to records on their dates. */
export interface UpcomingChanges {
  upcoming: Schemas['UpcomingChange'][];
  /** The names of the records that their values refer to. */
  labels: Schemas['Labels'];
}

/** The dependencies of all entities' operations; created in `create-crud.ts`. */
export interface CrudContext {
  db: Database;
  entities: readonly Entity[];
  /** Returns who may approve records of an entity. Pass the transaction if there is one. */
  reviewSetting(entity: EntityKey, db?: Database): Promise<Schemas['Review']>;
  /** Returns the time zone of the dates on which changes take effect. Pass the transaction if there is one. */
  timeZone(db?: Database): Promise<string>;
  /** Computes the states of records after the change sets that are due until a time and that the caller sees. @throws Problem `validationError` */
  forecast(trx: Transaction, time: Date, caller: Caller): Promise<Forecast>;
  /** Reads what the change sets that were due by a past time have done, where they were released soon after. */
  readDueReleases(trx: Transaction, time: Date): Promise<DueReleases>;
  /** Reads what change sets that the caller sees will do to records on their dates. */
  readUpcomingChanges(entity: Entity, recordIds: number[], caller: Caller): Promise<UpcomingChanges>;
  /** Queues a task, as part of the renaming transaction, that writes new versions of records which refer to renamed ones. */
  queueReferenceUpdates(trx: Transaction, renames: Rename[]): Promise<void>;
}
