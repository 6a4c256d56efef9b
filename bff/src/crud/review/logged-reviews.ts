import type { EntityRecord } from '#crud/model.ts';
import type { Schemas } from '#http/contract.ts';
import { hasBeenApproved } from './second-person.ts';

/** A change of a record, as the log has it. */
export interface LoggedChange {
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
  /** Whether the record awaited its approval with that version. */
  waited: boolean;
  /** Whether a second person had approved its values, or nobody but the service had written them. */
  isDone: boolean;
  /** Whether a second person has approved a later version. */
  endedLater: boolean;
  /** The versions that a second person has approved. */
  approvedVersions: number[];
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
  const approvedVersions = findApprovedVersions(changes);
  const approvedBefore = approvedVersions.findLast((approved) => approved <= version);
  const approvedLater = approvedVersions.find((approved) => approved > version);
  const isSinceApproval = (change: LoggedChange) => change.version > (approvedBefore ?? 0);
  const contributions = changes.filter(
    (change) => isSinceApproval(change) && change.version <= version && CONTRIBUTIONS.has(change.action),
  );
  // the log may have begun later
  const isComplete = approvedBefore !== undefined || contributions.some(({ action }) => action === 'create');
  const isDone =
    isComplete && contributions.every(({ actorId, changeSetId }) => actorId === null && changeSetId === null);
  const cleared = changes.filter((change) => isSinceApproval(change) && change.version <= (approvedLater ?? Infinity));
  return {
    waited: !hasBeenApproved({ status: reviewed.status }),
    isDone,
    endedLater: approvedLater !== undefined,
    approvedVersions,
    contributorIds: isDone
      ? []
      : [...cleared.flatMap(({ clearedIds }) => clearedIds), ...contributions.flatMap(authorsOf)],
  };
}

/** Finds the versions that somebody approved who had not contributed to them; a setting may have let contributors decide. */
function findApprovedVersions(changes: LoggedChange[]): number[] {
  const approvedVersions: number[] = [];
  let authorIds = new Set<number>();
  for (const change of changes) {
    if (isApprovedByOther(change, authorIds)) {
      approvedVersions.push(change.version);
      authorIds = new Set();
    } else if (CONTRIBUTIONS.has(change.action)) for (const id of authorsOf(change)) authorIds.add(id);
  }
  return approvedVersions;
}

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
