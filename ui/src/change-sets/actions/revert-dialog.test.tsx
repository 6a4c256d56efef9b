import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { queryClient } from '#crud/read/query-client.ts';
import { api } from '#session/session.ts';
import { createChangeSet } from '#testing/change-set.ts';
import { queryClientWrapper } from '#testing/query-client-wrapper.tsx';
import { renderInConsole } from '#testing/render.tsx';
import { signIn } from '#testing/test-session.ts';
import '#entities/airport/airport.tsx';
import '#entities/city.tsx';
import { ChangeSetActions } from './change-set-actions.tsx';

const released = createChangeSet({ status: 'released' });
const item = {
  id: 5,
  entity: 'city',
  recordId: 44,
  code: 'BJS',
  name: 'Beijing',
  before: { code: 'BJS', name: 'Beijing' },
};
const changedSince = [
  { pointer: '/name', live: 'Pekin', former: 'Peking' },
  { pointer: '/continent', live: 'AS', former: null },
];

/** Opens the dialog of a released set with these items, and returns what its revert sends. */
async function openDialog(...items: object[]) {
  // the casts: the page reads nothing else
  vi.spyOn(api, 'GET').mockResolvedValue({ data: { items, labels: {}, nextCursor: null } } as never);
  const send = vi.spyOn(api, 'POST').mockResolvedValue({ data: { changeSet: { ...released, revertId: 8 } } } as never);
  const onRevert = vi.fn();
  const { user } = await renderInConsole(<ChangeSetActions set={released} items={[]} onRevert={onRevert} />, {
    wrapper: queryClientWrapper,
  });
  await user.click(screen.getByRole('button', { name: 'Revert' }));
  await screen.findByRole('alertdialog');
  const expectSent = (body: object) =>
    waitFor(() => expect(send).toHaveBeenLastCalledWith(expect.anything(), expect.objectContaining({ body })));
  return { user, expectSent, onRevert };
}

beforeEach(() => {
  queryClient.clear();
  signIn('ann', 'city:update');
});
afterEach(() => vi.restoreAllMocks());

it('reverts at once where nobody has changed anything since', async () => {
  const { user, expectSent } = await openDialog(item);
  const confirm = await within(screen.getByRole('alertdialog')).findByRole('button', { name: 'Revert' });
  await waitFor(() => expect(confirm.getAttribute('aria-disabled')).not.toBe('true'));
  expect(screen.queryByRole('group')).toBeNull();
  await user.click(confirm);
  await expectSent({ event: 'revert' });
});

it('lists what was changed since with both values, and submits the revert that overwrites some of it', async () => {
  const { user, expectSent, onRevert } = await openDialog(item, { ...item, id: 6, changedSince });
  const group = await screen.findByRole('group', { name: 'Changed since the release' });
  expect(group.textContent).toContain('Pekin');
  expect(group.textContent).toContain('Peking');
  await user.click(screen.getByRole('checkbox', { name: /^Overwrite “Name”/ }));
  await user.click(screen.getByRole('button', { name: 'Submit revert for review' }));
  await expectSent({ event: 'revert', overwrite: [{ item: 6, fields: ['/name'] }] });
  await waitFor(() => expect(onRevert).toHaveBeenCalledWith(8));
});

it('lists what stays as it is, and why, without what the review of the revert brings back', async () => {
  const stays = (pointer: string, rule: string, message: string) => ({ stays: [{ pointer, rule, message }] });
  const { user } = await openDialog(
    { ...item, ...stays('', 'recordDeleted', 'The record has been deleted') },
    { ...item, id: 6, ...stays('/values/status', 'changedSinceRelease', 'Changed again') },
    { ...item, id: 7, changedSince, ...stays('', 'neverReviewed', 'Never reviewed') },
  );
  const section = await screen.findByRole('region', { name: 'Stays as it is' });
  const reasons = () =>
    within(section)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent);
  expect(reasons()).toEqual([
    expect.stringContaining('The record has been deleted'),
    expect.stringContaining('Status: Changed again'),
    expect.stringContaining('Never reviewed'),
  ]);
  await user.click(screen.getByRole('checkbox', { name: /^Overwrite “Name”/ }));
  expect(reasons()).toHaveLength(2);
});

it('is not offered again while a revert is in review', async () => {
  await renderInConsole(<ChangeSetActions set={{ ...released, revertId: 8 }} items={[]} onRevert={vi.fn()} />, {
    wrapper: queryClientWrapper,
  });
  expect(screen.getByRole('button', { name: 'Revert' }).getAttribute('aria-disabled')).toBe('true');
  expect(screen.getByText('A revert that overwrites later changes is in review')).toBeTruthy();
});

it('chooses a coordinate together with the other one', async () => {
  const coordinates = [
    { pointer: '/latitude', live: 11.5, former: 39.9 },
    { pointer: '/longitude', live: 21.5, former: 116.4 },
  ];
  const { user, expectSent } = await openDialog({ ...item, entity: 'airport', changedSince: coordinates });
  const box = (name: RegExp) => screen.findByRole('checkbox', { name });
  await user.click(await box(/Latitude/));
  await user.click(await box(/Longitude/));
  await user.click(await box(/Longitude/));
  await user.click(screen.getByRole('button', { name: 'Submit revert for review' }));
  await expectSent({ event: 'revert', overwrite: [{ item: 5, fields: ['/latitude', '/longitude'] }] });
});
