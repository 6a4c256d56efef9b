import { expect, test } from 'vitest';
import { findReview, type LoggedChange } from './logged-reviews.ts';

const [AUTHOR, OTHER, REVIEWER] = [1, 2, 3];

const change = (version: number, action: LoggedChange['action'], rest: Partial<LoggedChange> = {}): LoggedChange => ({
  seq: version * 10,
  version,
  action,
  actorId: AUTHOR,
  actor: `user ${rest.actorId ?? AUTHOR}`,
  proposer: null,
  proposerId: null,
  changeSetId: null,
  status: 'active',
  writerIds: [],
  clearedIds: [],
  ...rest,
});

const pending = change(1, 'create', { status: 'pending' });
const approve = (actorId: number, clearedIds: number[] = []) =>
  change(2, 'approve', { actorId, clearedIds, status: 'approved' });
const activate = change(3, 'activate', { actorId: OTHER });

test('values stay approved while only the status or a referenced code changes', () => {
  const changes = [pending, approve(REVIEWER, [AUTHOR]), activate, change(4, 'reference', { actorId: OTHER })];
  expect(findReview(changes, 1)).toMatchObject({ waited: true, isDone: false, contributorIds: [AUTHOR, AUTHOR] });
  expect(findReview(changes, 4)).toMatchObject({ waited: false, isDone: true, contributorIds: [] });
});

test('an approval by a contributor is none, also where an earlier release has kept no contributors', () => {
  for (const clearedIds of [[AUTHOR], []])
    expect(findReview([pending, approve(AUTHOR, clearedIds), activate], 3)).toMatchObject({
      isDone: false,
      approvedSeqs: [],
    });
});

test('whoever approves the rename of a referenced record approves nothing of those that refer to it', () => {
  const written = change(4, 'update');
  const renamed = change(5, 'reference', { actorId: REVIEWER, proposer: `user ${OTHER}`, proposerId: OTHER });
  const changes = [pending, approve(REVIEWER, [AUTHOR]), activate, written, renamed];
  expect(findReview(changes, 5)).toMatchObject({ isDone: false, approvedSeqs: [20], contributorIds: [AUTHOR] });
});

test('what a proposal brings is approved, unless its author approves it', () => {
  const proposed = { proposerId: AUTHOR, proposer: `user ${AUTHOR}` };
  const by = (actorId: number) => change(4, 'update', { ...proposed, actorId });
  expect(findReview([by(REVIEWER)], 4)).toMatchObject({ isDone: true });
  expect(findReview([by(AUTHOR)], 4)).toMatchObject({ isDone: false, contributorIds: [AUTHOR] });
});

test('what a set writes is approved if somebody else released it, and otherwise counts for all who contributed to it', () => {
  const released = { changeSetId: 7, writerIds: [AUTHOR, OTHER] };
  const approved = change(4, 'update', { ...released, actorId: REVIEWER, proposer: `user ${AUTHOR}` });
  expect(findReview([approved], 4)).toMatchObject({ isDone: true });
  const unapproved = findReview([change(4, 'update', released)], 4);
  expect(new Set(unapproved?.contributorIds)).toEqual(new Set([AUTHOR, OTHER]));
});

test('values of the service have no contributors, unless the log no longer has all changes', () => {
  const created = change(1, 'create', { actorId: null });
  const next = change(2, 'update', { actorId: REVIEWER, proposer: `user ${OTHER}`, clearedIds: [OTHER] });
  expect(findReview([created, next], 1)).toMatchObject({ isDone: true, contributorIds: [] });
  const returned = change(3, 'update', { proposer: null });
  expect(findReview([created, next, returned], 3)).toMatchObject({ isDone: false, approvedSeqs: [20, 10] });
  const updated = { ...created, action: 'update' as const };
  expect(findReview([updated, next], 1)).toMatchObject({ isDone: false, contributorIds: [OTHER] });
});
