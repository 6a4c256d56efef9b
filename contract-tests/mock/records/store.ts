import {
  currentTime,
  type Fields,
  type LogEntry,
  type MockData,
  type MockRecord,
  nextId,
  type Proposal,
} from '../data.ts';
import type { Kind } from '../kinds.ts';
import { notFound } from '../refusal.ts';

/** Who makes a change, and why. */
export interface Attribution {
  action: string;
  actor: string;
  proposer?: string;
  reason?: string | undefined;
}

/** The records of all kinds, of which each change is logged. */
export class RecordStore {
  readonly kinds: Kind[];
  readonly data: MockData;

  constructor(kinds: Kind[], data: MockData) {
    this.kinds = kinds;
    this.data = data;
  }

  kind(tag: string): Kind {
    const kind = this.kinds.find((candidate) => candidate.tag === tag);
    if (!kind) throw new Error(`the contract has no kind ${tag}`);
    return kind;
  }

  records(tag: string): MockRecord[] {
    return [...this.#table(tag).values()];
  }

  find(tag: string, id: number): MockRecord | undefined {
    return this.#table(tag).get(id);
  }

  /** @throws Refusal 404 without such a record */
  get(tag: string, id: number): MockRecord {
    const record = this.find(tag, id);
    if (!record) throw notFound();
    return record;
  }

  findByCode(tag: string, code: unknown): MockRecord | undefined {
    return this.records(tag).find((record) => record.code === code);
  }

  create({ tag }: Kind, fields: Fields, attribution: Attribution, status = 'pending'): MockRecord {
    const time = currentTime();
    const record: MockRecord = {
      id: nextId(this.data, tag),
      ...fields,
      status,
      version: 1,
      createTime: time,
      updateTime: time,
      createdBy: attribution.actor,
      updatedBy: attribution.actor,
      warnings: [],
    };
    return this.#put(tag, null, record, attribution);
  }

  /** Brings a deleted record back, pending and with its id. */
  revive({ tag }: Kind, deleted: LogEntry, fields: Fields, attribution: Attribution): MockRecord {
    const before = deleted.before;
    if (!before) throw notFound();
    const version = { version: deleted.version + 1, updateTime: currentTime(), updatedBy: attribution.actor };
    return this.#put(tag, null, { ...before, ...fields, status: 'pending', ...version }, attribution);
  }

  /** Writes the next version of a record. */
  update({ tag }: Kind, current: MockRecord, changes: Fields, attribution: Attribution): MockRecord {
    const record = {
      ...current,
      ...changes,
      version: current.version + 1,
      updateTime: currentTime(),
      updatedBy: attribution.proposer ?? attribution.actor,
    };
    return this.#put(tag, current, record, attribution);
  }

  remove({ tag }: Kind, current: MockRecord, attribution: Attribution): void {
    this.#table(tag).delete(current.id);
    this.#log(tag, current, null, current.version + 1, attribution);
  }

  /** Returns the changes of a record, newest first. */
  changesOf(tag: string, id: number): LogEntry[] {
    return this.data.log.filter((entry) => entry.entity === tag && entry.recordId === id).toReversed();
  }

  openProposal(tag: string, id: number): Proposal | undefined {
    return this.data.proposals.find(
      (proposal) => proposal.entity === tag && proposal.recordId === id && !proposal.decision,
    );
  }

  closeProposal(
    tag: string,
    id: number,
    outcome: NonNullable<Proposal['decision']>['outcome'],
    by: string,
    reason?: string,
  ) {
    const proposal = this.openProposal(tag, id);
    if (proposal) proposal.decision = { outcome, by, time: currentTime(), ...(reason && { reason }) };
  }

  /** The users who have written to a record since its last approval. */
  contributors(tag: string, id: number): Set<number> {
    const key = `${tag} ${id}`;
    const users = this.data.contributors.get(key) ?? new Set();
    this.data.contributors.set(key, users);
    return users;
  }

  #table(tag: string): Map<number, MockRecord> {
    const table = this.data.records.get(tag) ?? new Map<number, MockRecord>();
    this.data.records.set(tag, table);
    return table;
  }

  #put(tag: string, before: MockRecord | null, after: MockRecord, attribution: Attribution): MockRecord {
    this.#table(tag).set(after.id, after);
    this.#log(tag, before, after, after.version, attribution);
    return after;
  }

  #log(
    tag: string,
    before: MockRecord | null,
    after: MockRecord | null,
    version: number,
    { action, actor, proposer, reason }: Attribution,
  ): void {
    this.data.log.push({
      seq: nextId(this.data, 'log'),
      entity: tag,
      recordId: (after ?? before)?.id ?? 0,
      action,
      version,
      actor,
      ...(proposer && { proposer }),
      ...(reason && { reason }),
      time: after?.updateTime ?? currentTime(),
      before,
      after,
    });
  }
}
