export type Fields = Record<string, unknown>;

export interface Locales {
  [language: string]: { name: string; aliases?: string[] };
}

/** A record of any kind, as its operations answer it. */
export interface MockRecord {
  id: number;
  status: string;
  version: number;
  createTime: string;
  updateTime: string;
  createdBy: string;
  updatedBy: string;
  [field: string]: unknown;
}

export interface LogEntry {
  seq: number;
  entity: string;
  recordId: number;
  action: string;
  version: number;
  actor: string;
  proposer?: string;
  reason?: string;
  time: string;
  before: MockRecord | null;
  after: MockRecord | null;
}

export interface Decision {
  outcome: 'approved' | 'rejected' | 'withdrawn' | 'closed';
  by: string;
  time: string;
  reason?: string;
}

export interface Proposal {
  id: number;
  entity: string;
  recordId: number;
  action: 'update' | 'delete' | 'restore';
  baseVersion: number;
  version: number;
  base: Fields;
  /** Null for a deletion. */
  after: Fields | null;
  authorId: number;
  by: string;
  time: string;
  /** Undefined while it is open. */
  decision?: Decision;
}

/** What an author is told about rejected work until they dismiss it. */
export interface Notice {
  notice: number;
  userId: number;
  kind: 'record' | 'proposal';
  entity: string;
  id: number;
  proposal?: number;
  action?: string;
  by: string;
  time: string;
  reason?: string;
}

export interface Account {
  id: number;
  username: string;
  displayName: string;
  email: string;
  status: string;
  roles: string[];
  password: string | null;
  reason: string | null;
  lastSeen: string | null;
  version: number;
  createTime: string;
  updateTime: string;
  createdBy: string;
  updatedBy: string;
}

export interface Role {
  id: number;
  name: string;
  displayName: string;
  description: string | null;
  permissions: string[];
  version: number;
  createTime: string;
  updateTime: string;
  createdBy: string;
  updatedBy: string;
}

export interface Session {
  id: string;
  token: string;
  userId: number;
  createTime: string;
  client: string;
  /** The role that a preview shows. */
  previewOf?: string;
}

export interface View {
  id: number;
  userId: number;
  list: string;
  name: string;
  search: string;
  shared: number[];
  version: number;
  createTime: string;
  updateTime: string;
}

export interface ListPreferences extends Fields {
  list: string;
}

export interface Preferences {
  theme: string | null;
  language: string | null;
  lists: ListPreferences[];
}

export interface BulkChange extends Fields {
  id: number;
  entity: string;
  createdBy: string;
}

export interface Editor {
  entity: string;
  id: number;
  userId: number;
  name: string;
  since: string;
  form: number;
}

/** Everything that the mock remembers. A change of the contract keeps it. */
export interface MockData {
  records: Map<string, Map<number, MockRecord>>;
  log: LogEntry[];
  proposals: Proposal[];
  notices: Notice[];
  /** The users who have written to a record since its last approval, by `entity id`. */
  contributors: Map<string, Set<number>>;
  accounts: Account[];
  roles: Role[];
  sessions: Session[];
  /** What each ticket is for: one download in a session. */
  tickets: Map<string, { token: string; path: string }>;
  preferences: Map<number, Preferences>;
  views: View[];
  /** The default view of each user and list, by `userId list`. */
  defaultViews: Map<string, number>;
  bulkChanges: BulkChange[];
  editors: Editor[];
  lastIds: Map<string, number>;
}

export const emptyData = (): MockData => ({
  records: new Map(),
  log: [],
  proposals: [],
  notices: [],
  contributors: new Map(),
  accounts: [],
  roles: [],
  sessions: [],
  tickets: new Map(),
  preferences: new Map(),
  views: [],
  defaultViews: new Map(),
  bulkChanges: [],
  editors: [],
  lastIds: new Map(),
});

/** Returns the next id of a sort of things, such as the records of a kind. */
export function nextId({ lastIds }: MockData, name: string): number {
  const id = (lastIds.get(name) ?? 0) + 1;
  lastIds.set(name, id);
  return id;
}

let lastTime = 0;

/** Returns the current time, later than any time before, so that what happens in one millisecond keeps its order. */
export function currentTime(): string {
  lastTime = Math.max(Date.now(), lastTime + 1);
  return new Date(lastTime).toISOString();
}
