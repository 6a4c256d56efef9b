import type { EntityRecord } from '#crud/model.ts';
import type { Schemas } from '#http/contract.ts';
import { hasBeenApproved } from './second-person.ts';

/** A change of a record, as the log has it. */
export interface LoggedChange {
  /** The number of the log's row. */
  seq: number;
  version: number;
  action: Schemas['Action'];
  /** Who made the change, or approved it; null for the service. */
  actorId: number | null;
  actor: string;
  /** Who proposed the change, if somebody approved it. */
  proposer: string | null;
  /** Null for an account that is gone. */
  proposerId: number | null;
  changeSetId: number | null;
  /** The record's status after the change; null if that deleted the record. */
  status: EntityRecord['status'] | null;
  /** The ids of the users who contributed to its change set. */
  writerIds: number[];
  /** The ids of the contributors to the record whom the change cleared. */
  clearedIds: number[];
}

/** What became of the review of a version. */
export interface Review {
  /** The number of the log's row that has the version. */
  seq: number;
  /** Whether the record awaited its approval with that version. */
  waited: boolean;
  /** Whether a second person had approved its values, or nobody but the service had written them. */
  isDone: boolean;
  /** Whether a second person has approved a later version. */
  endedLater: boolean;
  /** The numbers of the log's rows, the latest first, whose values a second person has approved or only the service has written. */
  approvedSeqs: number[];
  /** The ids of those who contributed to its values since the approval before that; also of those since then, up to the next approval. */
  contributorIds: number[];
}

const CONTRIBUTIONS: ReadonlySet<Schemas['Action']> = new Set(['create', 'update', 'restore', 'resubmit']);

const authorsOf = ({ proposer, proposerId, actorId, writerIds }: LoggedChange): number[] => {
  const authorId = proposer === null ? actorId : proposerId;
  return authorId === null ? writerIds : [authorId, ...writerIds];
};

/** Finds what became of the review of a version in all changes of its record, in their order; undefined if it is not among them. */
export function findReview(changes: LoggedChange[], version: number): Review | undefined {
  const reviewed = changes.find((change) => change.version === version);
  if (!reviewed?.status) return undefined;
  const approved = findApproved(changes);
  const approvedBefore = approved.findLast((change) => change.version <= version);
  const approvedLater = approved.find((change) => change.version > version);
  const isSinceApproval = (change: LoggedChange) => change.version > (approvedBefore?.version ?? 0);
  const contributions = changes.filter(
    (change) => isSinceApproval(change) && change.version <= version && CONTRIBUTIONS.has(change.action),
  );
  // the log may have begun later
  const isDone = approvedBefore !== undefined && contributions.length === 0;
  const cleared = changes.filter(
    (change) => isSinceApproval(change) && change.version <= (approvedLater?.version ?? Infinity),
  );
  return {
    seq: reviewed.seq,
    waited: !hasBeenApproved({ status: reviewed.status }),
    isDone,
    endedLater: approvedLater !== undefined,
    approvedSeqs: approved.map(({ seq }) => seq).toReversed(),
    contributorIds: isDone
      ? []
      : [...cleared.flatMap(({ clearedIds }) => clearedIds), ...contributions.flatMap(authorsOf)],
  };
}

/**
 * Finds the changes whose values somebody approved who had not contributed to them, since a setting may have let contributors decide, and
 * those that the service made of approved values, or with which it created the record.
 */
function findApproved(changes: LoggedChange[]): LoggedChange[] {
  const approved: LoggedChange[] = [];
  let authorIds = new Set<number>();
  let areApproved = false;
  for (const change of changes) {
    if (isApprovedByOther(change, authorIds)) {
      areApproved = true;
      authorIds = new Set();
      approved.push(change);
    } else if (CONTRIBUTIONS.has(change.action)) {
      areApproved = isByService(change) && (areApproved || change.action === 'create');
      if (areApproved) approved.push(change);
      for (const id of authorsOf(change)) authorIds.add(id);
    }
  }
  return approved;
}

const isByService = ({ actorId, changeSetId }: LoggedChange): boolean => actorId === null && changeSetId === null;

function isApprovedByOther(
  { action, actorId, actor, proposer, changeSetId, status, clearedIds }: LoggedChange,
  authorIds: ReadonlySet<number>,
): boolean {
  // whoever approves that a record gets another code decides on nothing else of those that refer to it
  if (action === 'reference') return false;
  // the log names the author of a change set only if somebody else approved it
  const isDecision = proposer === null ? action === 'approve' && changeSetId === null : proposer !== actor;
  if (!isDecision || actorId === null || status === null || !hasBeenApproved({ status })) return false;
  return !clearedIds.includes(actorId) && !authorIds.has(actorId);
}
