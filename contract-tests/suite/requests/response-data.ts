/** What cases read of the `data` of responses, each of which has been validated against the contract before. */
export interface ResponseData {
  key?: string;
  permission?: string;
  fields?: FieldError[];
  current?: RecordData;
  record?: RecordData | null;
  proposal?: ProposalData;
  ownWork?: boolean | number[];
  review?: string;
  items?: unknown[];
  total?: number;
  totals?: Record<string, number>;
  page?: number;
  pageSize?: number;
  counts?: Record<string, number>;
  labels?: Record<string, Record<string, { name: string }>>;
  references?: ReferencesData;
  proposals?: { id: number; action: string; by: string }[];
  upcoming?: UpcomingData[];
  nextCursor?: string | null;
  id?: number;
  version?: number;
  token?: string;
  user?: UserData;
  status?: string;
  displayName?: string;
  challenge?: string;
  secret?: string;
  uri?: string;
  recoveryCodes?: string[];
  ticket?: string;
  people?: number;
  settings?: Record<string, unknown>;
  more?: boolean;
}

/** What a change set will do to a record on its date. */
export interface UpcomingData {
  recordId: number;
  changeSet: { id: number; status: string };
  item: { id: number; version: number };
  effectiveOn: string;
  action: string;
  changes: string[];
  values: Record<string, unknown> | null;
}

export type ReferencesData = Pick<ResponseData, 'total' | 'totals' | 'items'>;

export interface RecordData {
  id: number;
  code?: string | null;
  name?: string;
  status: string;
  version: number;
  createdBy: string;
  updatedBy: string;
  [field: string]: unknown;
}

export interface ReferenceData {
  entity: string;
  id: number;
  code: string | null;
  name: string;
}

export interface ProposalData {
  id: number;
  action: string;
  baseVersion: number;
  version: number;
  changes: string[];
  after?: Record<string, unknown>;
  by: string;
}

export interface FieldError {
  pointer: string;
  rule: string;
  message: string;
}

export interface UserData {
  username: string;
  email: string;
  preview?: boolean;
  roles: { name: string; permissions: { name: string }[] }[];
}

export interface ChangeData {
  seq: number;
  action: string;
  version: number;
  actor: string;
  proposer?: string;
  reason?: string;
  before: RecordData | null;
  after: RecordData | null;
}

/** A change of a record in the data log. */
export interface LogEntryData {
  seq: number;
  position: number | null;
  time: string;
  entity: string;
  recordId: number;
  code: string | null;
  name: string;
  locales: object;
  action: string;
  version: number;
  actor: string;
  proposer?: string;
  reason?: string;
  changeSetId?: number;
  changes: string[];
  values: { pointer: string; before: unknown; after: unknown }[];
  exists: boolean;
}

export interface ReviewData extends ReferenceData {
  kind: string;
  action: string;
  changes: string[];
  values: { pointer: string; before: unknown; after: unknown }[];
  by: string;
  time: string;
  version: number;
  ownWork: boolean;
}

export interface BulkOutcomeData {
  id: number;
  code: number;
  message?: string;
  data?: ResponseData;
}
