import type { Knex } from 'knex';
import type { Database, Transaction } from '#database';
import type { EntityKey, FieldRule, OperationId, Schemas, Texts } from '#http/contract.ts';
import type { Handlers } from '#http/operation-types.ts';
import type { FieldProblem } from '#http/problem.ts';
import type { Actor } from '#record-log/append.ts';

/** The values that a person writes, in the contract's form: codes for references, null for what is absent. */
export type Fields = Record<string, unknown>;

/** A record in the contract's form. */
export type EntityRecord = Fields & {
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

/** Who writes, and over what. */
export interface WriteContext {
  actor: Actor;
  /** What is there before; undefined for a record that comes into being. */
  current?: EntityRecord | undefined;
}

/** Values to be held against the database; `id` is undefined for a record that comes into being. */
export interface ValuesToCheck {
  values: Values;
  id: number | undefined;
}

export interface Definition<S extends string, P extends string> {
  key: EntityKey;
  /** The record's schema in the contract and the noun of its operations: `Country` as in `createCountry`. */
  singular: S;
  plural: P;
  /** What is odd about a record, but no reason to refuse it. */
  warnings?: (fields: Fields) => Schemas['Warning'][];
  /** Values that follow from others, before they are checked and written. */
  derive?: (fields: Fields, writing: WriteContext) => Fields;
  /** What only the database can tell is wrong, for each of many. */
  check?: (db: Database, all: ValuesToCheck[]) => Promise<FieldProblem[][]>;
  /** What parameters of its list ask for that is no column's value. */
  customFilters?: Record<
    string,
    (db: Database, value: unknown, query: ListConditions) => RowFilter | Promise<RowFilter>
  >;
  /** Operations of its own in place of the generic ones. */
  operations?: (crud: Crud, entity: Entity) => Partial<Pick<Handlers, EntityOperation<S, P>>>;
}

export interface Entity<S extends string = string, P extends string = string> extends Definition<S, P> {
  table: string;
  fields: Field[];
  requiredToApprove: string[];
  /** What fields must be to one another. */
  rules: FieldRule[];
  /** The fields by which a record is known to people and to files. */
  keyFields: string[];
  label: Texts;
  /** The console's page of this kind. */
  route: string;
  /** What stands for a name where records have none, such as `{base}/{quote}`. */
  title: string | undefined;
  /** List parameters that filter by a column. */
  filters: string[];
  /** What its list asks for where nobody asks for anything else. */
  defaultConditions: ListConditions;
}

/** Ids behind the codes of a record, by JSON pointer. */
export type Refs = Record<string, number>;

/** Values to write, with the ids behind their codes. */
export interface Values {
  fields: Fields;
  refs: Refs;
}

/** A record as it is stored. */
export interface Stored {
  record: EntityRecord;
  refs: Refs;
}

export type Row = Record<string, unknown> & { id: number };

/** A field that people write, and where it is stored. */
export interface Field {
  name: string;
  /** Of the kind's table; a list of references has a table of its own instead. */
  column: string;
  kind: ColumnKind;
  /** Folded to upper case. */
  isCode: boolean;
  /** How many decimals a number is rounded to. */
  decimals?: number;
  /** What `q` finds as it finds codes: the value itself (''), or these members of each entry. */
  searchedMembers: string[];
  /** The kind whose codes it holds. */
  reference?: EntityKey;
  list?: ReferenceList;
}

/** References in a list, stored in a join table of (record_id, position, target_id). */
export interface ReferenceList {
  table: string;
  reference: EntityKey;
  /** The member of an entry that holds the code; undefined where the entry is the code. */
  member?: string;
  /** The other members of an entry, a column each. */
  extraFields: Field[];
}

/** How a field's value lies in its column. `list` and `object` are JSON, `decimal` is exact, `time` has milliseconds. */
export type ColumnKind = 'text' | 'list' | 'object' | 'boolean' | 'number' | 'decimal' | 'date' | 'time';

/** What a list's query asks of records, but for their status: what `q` finds, filters by name. */
export interface ListConditions {
  q?: string;
  [filter: string]: unknown;
}

/** Narrows rows by more than a column. */
export type RowFilter = (rows: Knex.QueryBuilder) => void;

/** The operations of one kind, by the contract's names. */
export type EntityOperation<S extends string, P extends string> = Extract<
  OperationId,
  | `list${P}`
  | `bulk${P}`
  | `${'create' | 'get' | 'update' | 'delete' | 'transition' | 'restore'}${S}`
  | `get${S}${'History' | 'References' | 'Proposal'}`
  | `${'withdraw' | 'decide'}${S}Proposal`
>;

/** A record whose code has become another: what refers to it answers another one, too. */
export interface Rename {
  kind: EntityKey;
  id: number;
  from: string;
  actor: Actor;
  proposer?: string | undefined;
}

/** What the operations of every kind work with; put together in app.ts. */
export interface Crud {
  db: Database;
  entities: readonly Entity[];
  /** Who may approve records of a kind; inside a transaction asked with it. */
  review(entity: EntityKey, db?: Database): Promise<Schemas['Review']>;
  /** Lets a task write the versions of what refers to renamed records: it is queued by the renaming transaction. */
  queueReferenceUpdates(trx: Transaction, renames: Rename[]): Promise<void>;
}
