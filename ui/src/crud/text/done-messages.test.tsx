import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { enums, transitions } from '#api/metadata.gen.ts';
import { Problem } from '#api/problem.ts';
import type { AnyRecord, EntityUi, Values } from '#crud/define-entity.ts';
import { snackbar, toasts } from '#crud/notify.ts';
import { api } from '#session/session.ts';
import { renderInConsole } from '#testing/render.tsx';
import { notifyBulkDone, notifyEvent, reverseEvent } from './done-messages.ts';

it('offers to undo only what the contract takes back with the same permission', () => {
  const undone = enums.Event.flatMap((event) =>
    transitions[event].from.flatMap((previous) => {
      const reverse = reverseEvent(event, previous);
      return reverse ? [`${event} by ${reverse}`] : [];
    }),
  );
  expect(undone).toEqual(['activate by deactivate', 'deactivate by activate']);
});

// the casts: messages and requests read no other members
const entity = { key: 'country', resource: '/api/v1/countries' } as EntityUi;
const recordOf = (id: number, code: string, name: string, version: number) =>
  ({ id, code, name, locales: { 'zh-CN': { name: '法国' } }, status: 'inactive', version }) as unknown as AnyRecord &
    Values;
const france = recordOf(7, 'FR', 'France', 4);
const send = vi.spyOn(api, 'send');

const response = (status: number, data: unknown) => ({ status, data, etag: null, message: 'OK' });
const problem = (status: number, message: string) =>
  new Problem({ status, code: status, key: 'unknownError', message });

const snack = () => snackbar.list().find(({ isLeaving }) => !isLeaving);
const messages = () =>
  toasts.list().flatMap(({ isLeaving, type, message }) => (isLeaving ? [] : [`${type}: ${message}`]));

beforeEach(async () => {
  await renderInConsole(<div />);
  send.mockReset();
});
afterEach(() => {
  for (const queue of [snackbar, toasts]) for (const { id } of queue.list()) queue.dismiss(id);
});

describe('undoing an event', () => {
  it.each([
    ['en', 'Deactivated FR France'],
    ['zh-CN', '已停用 FR 法国'],
  ] as const)('names the record in %s', async (language, message) => {
    await renderInConsole(<div />, { language });
    notifyEvent(entity, 'deactivate', 'active', france);
    expect(snack()?.message).toBe(message);
  });

  it('sends the version that the event left', async () => {
    notifyEvent(entity, 'deactivate', 'active', france);
    send.mockResolvedValueOnce(response(200, { record: france }));
    snack()?.action?.onSelect();
    await expect.poll(messages).toEqual(['success: Activated FR France']);
    expect(send).toHaveBeenCalledWith(
      'POST',
      '/api/v1/countries/7/transitions',
      expect.objectContaining({ body: { event: 'activate' }, headers: { 'If-Match': '"4"' } }),
    );
  });

  it.each([404, 412])('says that it is too late if the record has changed since (%i)', async (status) => {
    notifyEvent(entity, 'deactivate', 'active', france);
    send.mockRejectedValueOnce(problem(status, 'Changed'));
    snack()?.action?.onSelect();
    await expect.poll(messages).toEqual(['warning: FR France has changed since, so this can no longer be undone']);
  });

  it('shows any other refusal, and leaves the end of the session to the session', async () => {
    notifyEvent(entity, 'deactivate', 'active', france);
    send.mockRejectedValueOnce(problem(403, 'Access denied')).mockRejectedValueOnce(problem(401, 'Expired'));
    snack()?.action?.onSelect();
    await expect.poll(messages).toEqual(['error: Access denied']);
    snack()?.action?.onSelect();
    await expect.poll(() => send.mock.calls.length).toBe(2);
    expect(messages()).toEqual(['error: Access denied']);
  });

  it('is not offered for an approval, which the contract cannot take back', () => {
    notifyEvent(entity, 'approve', 'pending', france);
    expect(snack()).toBeUndefined();
    expect(messages()).toEqual(['success: Approved FR France']);
  });
});

describe('a bulk action', () => {
  const germany = recordOf(8, 'DE', 'Germany', 2);
  const results = [france, germany].map((record) => ({ id: record.id, code: 200, data: { record } }));
  const inStatus = (...statuses: AnyRecord['status'][]) =>
    [france, germany].map((record, index) => ({ ...record, status: statuses[index] ?? record.status }));

  it('counts the records and is undone for the versions that it left', async () => {
    notifyBulkDone(entity, 'deactivate', inStatus('active', 'active'), results);
    expect(snack()?.message).toBe('Countries: 2 deactivated');
    send.mockResolvedValueOnce(
      response(200, {
        items: [
          { id: 7, code: 200 },
          { id: 8, code: 412 },
        ],
      }),
    );
    snack()?.action?.onSelect();
    await expect.poll(messages).toEqual(['warning: Countries: 1 activated, 1 failed']);
    const items = [
      { id: 7, version: 4 },
      { id: 8, version: 2 },
    ];
    expect(send.mock.calls[0]?.[2]).toEqual({ body: { action: 'activate', items } });
  });

  it('is not undone where one event does not lead back for all records', () => {
    notifyBulkDone(entity, 'activate', inStatus('approved', 'inactive'), results);
    expect(snack()).toBeUndefined();
    expect(messages()).toEqual(['success: Countries: 2 activated']);
  });

  it('says which deletions wait for a second person', () => {
    notifyBulkDone(entity, 'delete', inStatus('active', 'pending'), [
      { id: 7, code: 202 },
      { id: 8, code: 200 },
    ]);
    expect(messages()).toEqual([
      'success: Countries: 1 deleted',
      'info: Countries: 1 submitted for deletion. They will be deleted once somebody else approves',
    ]);
  });
});
