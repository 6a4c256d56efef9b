import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { Problem } from '#api/problem.ts';
import { queryClient } from '#crud/read/query-client.ts';
// the dialog loads it when it opens, which takes longer than a test waits where the machine is busy
import '#kit/dates/date-field.tsx';
import { api } from '#session/session.ts';
import { createChangeSet } from '#testing/change-set.ts';
import { queryClientWrapper } from '#testing/query-client-wrapper.tsx';
import { renderInConsole } from '#testing/render.tsx';
import type { ChangeSet } from './change-set.ts';
import { ChangeSetDialog } from './change-set-dialog.tsx';

afterEach(() => {
  queryClient.clear();
  vi.restoreAllMocks();
});

/** Opens the dialog of a dated set, whose first save meets what somebody else has saved meanwhile. */
async function editBeside(theirs: Partial<ChangeSet>) {
  const changeSet = createChangeSet({ title: 'Rename', note: 'Draft', effectiveOn: '2099-04-06T00:00' });
  const current = { ...changeSet, ...theirs, version: 4 };
  // the casts: nothing else of the answers is read
  vi.spyOn(api, 'GET').mockResolvedValue({ data: { zone: 'Asia/Shanghai', today: '2099-04-01' } } as never);
  const stale = { status: 412, code: 412, message: 'Changed', current: current as never };
  const put = vi.spyOn(api, 'PUT').mockRejectedValueOnce(new Problem({ ...stale, key: 'versionConflict' }));
  put.mockResolvedValue({ data: { changeSet: current } } as never);
  const onClose = vi.fn();
  const { user } = await renderInConsole(<ChangeSetDialog changeSet={changeSet} onClose={onClose} />, {
    wrapper: queryClientWrapper,
  });
  const title = await screen.findByRole('textbox', { name: 'Title' });
  const save = () => user.click(screen.getByRole('button', { name: 'Save' }));
  return { user, title, save, put, onClose };
}

it('takes over what only somebody else has changed meanwhile, and keeps one’s own changes', async () => {
  const { user, title, save, put, onClose } = await editBeside({ note: 'Timetable', effectiveOn: '2099-05-01T08:30' });
  await user.type(title, ' cities');
  await save();
  await screen.findByText(/Taken over from them: Description, Takes effect on/);
  expect(screen.queryByText(/Somebody else changed the field/)).toBeNull();
  expect(screen.getByDisplayValue('Timetable')).toBeDefined();
  expect(screen.getByDisplayValue('08:30')).toBeDefined();
  await save();
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(put.mock.lastCall?.[1]).toMatchObject({
    headers: { 'If-Match': '"4"' },
    body: { title: 'Rename cities', note: 'Timetable', effectiveOn: '2099-05-01T08:30' },
  });
});

it('names each field that both have changed with the value of the other, and takes it on request', async () => {
  const { user, title, save, put } = await editBeside({ title: 'Renamed', effectiveOn: null });
  await user.type(title, ' cities');
  await user.clear(screen.getByRole('textbox', { name: 'Time' }));
  await user.type(screen.getByRole('textbox', { name: 'Time' }), '9:00');
  await save();
  await screen.findByText(/field “Takes effect on” to “Once approved”/);
  const renamed = within(
    screen.getByText(/field “Title” to “Renamed”/).closest<HTMLElement>('[role=status]') as HTMLElement,
  );
  await user.click(renamed.getByRole('button', { name: 'Use theirs' }));
  expect(document.activeElement).toBe(title);
  expect(screen.queryByText(/field “Title”/)).toBeNull();
  await save();
  await waitFor(() => expect(put).toHaveBeenCalledTimes(2));
  expect(put.mock.lastCall?.[1]).toMatchObject({
    body: { title: 'Renamed', note: 'Draft', effectiveOn: '2099-04-06T09:00' },
  });
});

it('can be saved again where somebody else has changed neither title, description nor date', async () => {
  const { user, title, save, put, onClose } = await editBeside({ items: { city: 3 } });
  await user.type(title, ' cities');
  await save();
  await screen.findByText(/but not its title, description or date/);
  await save();
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(put.mock.lastCall?.[1]).toMatchObject({ headers: { 'If-Match': '"4"' }, body: { title: 'Rename cities' } });
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

it('saves no half-typed date, neither a new one nor what is left of one', async () => {
  // the casts: nothing else of the answers is read
  vi.spyOn(api, 'GET').mockResolvedValue({ data: { zone: 'Asia/Shanghai', today: '2099-04-01' } } as never);
  const put = vi.spyOn(api, 'PUT').mockResolvedValue({ data: { changeSet: { id: 7, title: 'Rename' } } } as never);
  const changeSet = createChangeSet({ effectiveOn: '2099-04-06T00:00' });
  const { user, texts } = await renderInConsole(<ChangeSetDialog changeSet={changeSet} onClose={() => {}} />, {
    wrapper: queryClientWrapper,
  });
  const findParts = async () => (await screen.findAllByRole('spinbutton')) as [HTMLElement, HTMLElement, HTMLElement];
  const save = () => user.click(screen.getByRole('button', { name: 'Save' }));
  const [year, month, day] = await findParts();
  await user.click(day);
  await user.keyboard('{Backspace}{Backspace}');
  await save();
  expect(await screen.findByText(texts.kit.halfTyped)).toBeDefined();
  expect(document.activeElement).toBe(day);
  for (const part of [month, year]) {
    await user.click(part);
    await user.keyboard('{Backspace}{Backspace}{Backspace}{Backspace}');
  }
  await user.click(year);
  await user.keyboard('2099');
  await save();
  expect(put).not.toHaveBeenCalled();
  await user.click(month);
  await user.keyboard('0407');
  await save();
  await waitFor(() => expect(put.mock.lastCall?.[1]).toMatchObject({ body: { effectiveOn: '2099-04-07T00:00' } }));
});

it('asks before a typed description is lost, but not where nothing is typed', async () => {
  vi.spyOn(api, 'GET').mockResolvedValue({ data: { zone: 'Asia/Shanghai', today: '2099-04-01' } } as never);
  const onClose = vi.fn();
  const { user, texts } = await renderInConsole(<ChangeSetDialog onClose={onClose} />, { wrapper: queryClientWrapper });
  const note = await screen.findByRole('textbox', { name: 'Description' });
  await user.type(note, 'From the timetable');
  await user.keyboard('{Escape}');
  expect(onClose).not.toHaveBeenCalled();
  await user.click(screen.getByRole('button', { name: texts.kit.keepEditing }));
  expect(document.activeElement).toBe(note);
  await user.clear(note);
  await user.keyboard('{Escape}');
  expect(onClose).toHaveBeenCalledOnce();
});

it('creates on Ctrl+Enter, also from the description', async () => {
  vi.spyOn(api, 'GET').mockResolvedValue({ data: { zone: 'Asia/Shanghai', today: '2099-04-01' } } as never);
  const post = vi.spyOn(api, 'POST').mockResolvedValue({ data: { changeSet: createChangeSet() } } as never);
  const onCreated = vi.fn();
  const element = <ChangeSetDialog onClose={() => {}} onCreated={onCreated} />;
  const { user } = await renderInConsole(element, { wrapper: queryClientWrapper });
  await user.type(await screen.findByRole('textbox', { name: 'Title' }), 'Rename');
  await user.type(screen.getByRole('textbox', { name: 'Description' }), 'Timetable');
  await user.keyboard('{Control>}{Enter}{/Control}');
  await waitFor(() => expect(onCreated).toHaveBeenCalledOnce());
  expect(post.mock.lastCall?.[1]).toMatchObject({ body: { title: 'Rename', note: 'Timetable' } });
});

it('names the zone of the date, and focuses the date that the server refuses', async () => {
  vi.spyOn(api, 'GET').mockResolvedValue({ data: { zone: 'Asia/Shanghai', today: '2026-12-02' } } as never);
  const fields = [{ pointer: '/effectiveOn', rule: 'notAhead' as const, message: 'This time has passed' }];
  const refusal = { status: 422, code: 422, key: 'validationError', message: 'One field', fields } as const;
  vi.spyOn(api, 'POST').mockRejectedValue(new Problem(refusal));
  const { user } = await renderInConsole(<ChangeSetDialog onClose={vi.fn()} />, { wrapper: queryClientWrapper });
  await user.type(await screen.findByRole('textbox', { name: 'Title' }), 'Rename');
  await screen.findByText('Leave empty to release once approved. In the time zone Asia/Shanghai');
  await user.click(screen.getByRole('button', { name: /^Create/ }));
  await screen.findByText('This time has passed · Asia/Shanghai');
  const [date] = screen.getAllByRole('group', { name: /^Takes effect on/ });
  expect(date?.contains(document.activeElement)).toBe(true);
});

it('says of today that its time has passed, beside the zone of the date', async () => {
  vi.spyOn(api, 'GET').mockResolvedValue({ data: { zone: 'Asia/Shanghai', today: '2099-04-06' } } as never);
  const fields = [{ pointer: '/effectiveOn', rule: 'notAhead' as const, message: 'This time has passed' }];
  const refusal = { status: 422, code: 422, key: 'validationError', message: 'One field', fields } as const;
  vi.spyOn(api, 'PUT').mockRejectedValue(new Problem(refusal));
  const changeSet = createChangeSet({ effectiveOn: '2099-04-06T08:30', status: 'open' });
  const { user } = await renderInConsole(<ChangeSetDialog changeSet={changeSet} onClose={vi.fn()} />, {
    wrapper: queryClientWrapper,
  });
  await screen.findByText(/In the time zone Asia\/Shanghai$/);
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await screen.findByText('This time has passed');
  const time = screen.getByRole('textbox', { name: 'Time' });
  expect(document.activeElement).toBe(time);
  expect(time.getAttribute('aria-invalid')).toBe('true');
  screen.getByText(/In the time zone Asia\/Shanghai$/);
});
