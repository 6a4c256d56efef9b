import { renderHook } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { toasts } from '#crud/notify.ts';
import { api } from '#session/session.ts';
import { renderInConsole } from '#testing/render.tsx';
import type { RecordToReview } from './review-rows.ts';
import { notAppliedText, useImmediateDecision } from './use-immediate-decision.ts';

// the cast: a decision reads no other members
const france = { entity: 'country', id: 7, code: 'FR', name: 'France', locales: {}, version: 2 } as RecordToReview;
const messages = () => toasts.list().flatMap(({ isLeaving, message }) => (isLeaving ? [] : [message]));

// other files share the queue
beforeEach(() => {
  for (const { id } of toasts.list()) toasts.dismiss(id);
});

it.each([
  ['record', 'create', 'approve', 'Approved FR France'],
  ['proposal', 'update', 'approve', 'Approved the change to FR France. It is now live'],
  ['proposal', 'delete', 'approve', 'Approved the deletion of FR France. It is now deleted'],
  ['proposal', 'delete', 'reject', 'Rejected the deletion of FR France'],
] as const)('a decision on a %s (%s) says what was decided on it: %s', async (kind, action, choice, message) => {
  await renderInConsole(<div />);
  vi.spyOn(api, 'send').mockResolvedValueOnce({ status: 200, data: {}, etag: null, message: 'OK' });
  const { result } = renderHook(useImmediateDecision);
  await result.current.decide({ ...france, kind, action }, choice);
  expect(messages()).toEqual([message]);
});

it.each([
  ['decided by somebody else', 404, undefined, 'FR France has already been handled by somebody else'],
  ['edited', 412, { baseVersion: 3 }, /^FR France has just changed, .* Review it again$/],
  ['in conflict with its record', 412, { id: 7 }, /^FR France: The record has changed since this was proposed/],
  ['refused', 409, undefined, 'FR France: In use'],
])('a decision on a proposal that was %s says so and names it', async (_cause, status, current, message) => {
  await renderInConsole(<div />);
  const problem = { status, current, fields: [], message: 'In use' };
  expect(notAppliedText({ ...france, kind: 'proposal' }, problem, 'en')).toMatch(message);
});
