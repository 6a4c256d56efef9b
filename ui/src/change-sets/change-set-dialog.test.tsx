import { screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { Problem } from '#api/problem.ts';
import { queryClient } from '#crud/read/query-client.ts';
import { api } from '#session/session.ts';
import { createChangeSet } from '#testing/change-set.ts';
import { queryClientWrapper } from '#testing/query-client-wrapper.tsx';
import { renderInConsole } from '#testing/render.tsx';
import { ChangeSetDialog } from './change-set-dialog.tsx';

afterEach(() => {
  queryClient.clear();
  vi.restoreAllMocks();
});

it('takes title, description and date over from somebody else who has changed the set meanwhile', async () => {
  const changeSet = createChangeSet({ effectiveOn: '2099-04-06T00:00' });
  const theirs = { title: 'Renamed', note: 'From the timetable', effectiveOn: '2099-05-01T08:30' };
  const current = { ...changeSet, ...theirs, version: 4 };
  // the casts: nothing else of the answers is read
  vi.spyOn(api, 'GET').mockResolvedValue({ data: { zone: 'Asia/Shanghai', today: '2099-04-01' } } as never);
  const stale = {
    status: 412,
    code: 412,
    key: 'versionConflict',
    message: 'Changed',
    current: current as never,
  } as const;
  const put = vi.spyOn(api, 'PUT').mockRejectedValueOnce(new Problem(stale));
  put.mockResolvedValue({ data: { changeSet: current } } as never);
  const onClose = vi.fn();
  const { user } = await renderInConsole(<ChangeSetDialog changeSet={changeSet} onClose={onClose} />, {
    wrapper: queryClientWrapper,
  });
  await user.click(await screen.findByRole('button', { name: 'Save' }));
  await user.click(await screen.findByRole('button', { name: 'Use theirs' }));
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(put.mock.lastCall).toMatchObject([
    '/api/v1/change-sets/{id}',
    { headers: { 'If-Match': '"4"' }, body: theirs },
  ]);
});

it('says at the time that it is none, and takes one without its zeros', async () => {
  // the casts: nothing else of the answers is read
  vi.spyOn(api, 'GET').mockResolvedValue({ data: { zone: 'Asia/Shanghai', today: '2099-04-01' } } as never);
  const put = vi.spyOn(api, 'PUT').mockResolvedValue({ data: { changeSet: { id: 7, title: 'Rename' } } } as never);
  const changeSet = createChangeSet({ effectiveOn: '2099-04-06T00:00' });
  const { user } = await renderInConsole(<ChangeSetDialog changeSet={changeSet} onClose={() => {}} />, {
    wrapper: queryClientWrapper,
  });
  const time = await screen.findByRole('textbox', { name: 'Time' });
  const saveAt = async (text: string) => {
    await user.clear(time);
    await user.type(time, text);
    await user.click(screen.getByRole('button', { name: 'Save' }));
  };
  await saveAt('25:99');
  await screen.findByText('A time such as 08:30');
  expect(document.activeElement).toBe(time);
  expect(put).not.toHaveBeenCalled();
  await saveAt('8:30');
  await waitFor(() => expect(put.mock.lastCall?.[1]).toMatchObject({ body: { effectiveOn: '2099-04-06T08:30' } }));
});
