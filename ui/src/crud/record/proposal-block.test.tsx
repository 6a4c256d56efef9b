import { screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { Problem } from '#api/problem.ts';
import type { AnyRecord, EntityUi, Values } from '#crud/define-entity.ts';
import { toasts } from '#crud/notify.ts';
import type { Proposal } from '#crud/resource.ts';
import { api } from '#session/session.ts';
import { type languages, renderInConsole } from '#testing/render.tsx';
import { signIn } from '#testing/test-session.ts';
import { ProposalBlock } from './proposal-block.tsx';
import type { RecordDetails } from './use-record.ts';

// the casts: the block reads no other members
const entity = { key: 'country', resource: '/api/v1/countries', schema: 'CountryWrite' } as EntityUi;
const record = {
  id: 7,
  code: 'FR',
  name: 'France',
  locales: {},
  status: 'active',
  version: 4,
} as unknown as AnyRecord & Values;
const data = { record } as RecordDetails;
const proposal: Proposal = {
  id: 3,
  action: 'update',
  baseVersion: 3,
  version: 2,
  changes: [],
  by: 'editor',
  time: '2026-11-26T08:00:00Z',
};

const send = vi.spyOn(api, 'send');
const problem = (status: number, current?: object) =>
  new Problem({
    status,
    code: status,
    key: 'unknownError',
    message: 'Refused',
    ...(current && { current: { ...current } }),
  });
const messages = () =>
  toasts.list().flatMap(({ isLeaving, type, message }) => (isLeaving ? [] : [`${type}: ${message}`]));

const renderBlock = (action: Proposal['action'] = 'update', language: (typeof languages)[number] = 'en') =>
  renderInConsole(
    <ProposalBlock
      entity={entity}
      data={data}
      proposal={{ proposal: { ...proposal, action }, ownWork: false, labels: {} }}
    />,
    { language },
  );
type View = Awaited<ReturnType<typeof renderBlock>>;

async function reject({ user }: View): Promise<void> {
  await user.click(screen.getByRole('button', { name: 'Reject…' }));
  await screen.findByRole('alertdialog');
  await user.type(screen.getByRole('textbox'), 'no source');
  await user.click(screen.getByRole('button', { name: 'Reject' }));
}
const storedReasons = () => localStorage.getItem('reasons:["reviewer","record"]');

beforeEach(() => {
  send.mockReset();
  // other files share the queue
  for (const { id } of toasts.list()) toasts.dismiss(id);
  signIn('reviewer', 'country:review');
});

describe('a proposal', () => {
  it('is a region named by its heading', async () => {
    await renderBlock('delete');
    expect(screen.getByRole('region', { name: 'Deletion in review' })).toBeDefined();
  });

  it.each([
    ['update', 'en', 'Approved the change to FR France. It is now live'],
    ['restore', 'en', 'Approved the change to FR France. It is now live'],
    ['delete', 'en', 'Approved the deletion of FR France. It is now deleted'],
    ['delete', 'zh-CN', '已通过 FR France 的删除申请，记录已删除'],
  ] as const)('of a %s is announced as what its approval did, in %s', async (action, language, message) => {
    const { user, texts } = await renderBlock(action, language);
    send.mockResolvedValueOnce({ status: 200, data: {}, etag: null, message: 'OK' });
    await user.click(screen.getByRole('button', { name: texts.proposal.approve }));
    await expect.poll(messages).toEqual([`success: ${message}`]);
  });

  it('that somebody else has decided is reported in a message that outlives the block', async () => {
    const { user } = await renderBlock();
    send.mockRejectedValueOnce(problem(404));
    await user.click(screen.getByRole('button', { name: 'Approve' }));
    await expect.poll(messages).toEqual(['warning: FR France has already been handled by somebody else']);
  });

  it.each([
    ['the proposal was edited', proposal, /^This change has just been edited/],
    ['the record has changed', record, /^The record has changed since this was proposed/],
  ])('that cannot be approved because %s says so', async (_cause, current, message) => {
    const { user } = await renderBlock();
    send.mockRejectedValueOnce(problem(412, current));
    await user.click(screen.getByRole('button', { name: 'Approve' }));
    await screen.findByText(message);
  });
});

describe('the reason of a rejection', () => {
  it('stays in the dialog after a failure, which it shows, and is not offered again', async () => {
    const view = await renderBlock();
    send.mockRejectedValueOnce(problem(503));
    await reject(view);
    await screen.findByText('Refused');
    // the cast: the reason is a textarea
    expect((screen.getByRole('textbox') as HTMLTextAreaElement).value).toBe('no source');
    expect(storedReasons()).toBeNull();
  });

  it('is offered again once it was accepted', async () => {
    const view = await renderBlock();
    send.mockResolvedValueOnce({ status: 200, data: {}, etag: null, message: 'OK' });
    await reject(view);
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    expect(storedReasons()).toBe('["no source"]');
  });

  it.each([404, 412])('is dropped with the dialog where it no longer applies (%i)', async (status) => {
    const view = await renderBlock();
    send.mockRejectedValueOnce(problem(status, proposal));
    await reject(view);
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    expect(storedReasons()).toBeNull();
  });
});
