import { screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { actOnRecords } from '#crud/bulk/act-on-records.ts';
import type { AnyRecord, EntityUi } from '#crud/define-entity.ts';
import { toasts } from '#crud/notify.ts';
import { queryClient } from '#crud/read/query-client.ts';
import { useAction } from '#crud/use-action.ts';
import { Button } from '#kit/buttons/button.tsx';
import { api } from '#session/session.ts';
import { renderInConsole } from '#testing/render.tsx';
import { signIn } from '#testing/test-session.ts';
import { itemAdapter, submitItem } from './in-set.tsx';
import { useReopeningQuestion } from './reopening.ts';
import { ReopeningDialog } from './reopening-dialog.tsx';
import { removeItem } from './set-items.ts';
import { workIn } from './working-set.ts';

const set = { id: 7, title: 'Rename', showsLive: false };
const changed = { data: { item: {}, items: [], changeSet: { id: 7, status: 'open' } } };
const target = { entity: 'city', recordId: 44, recordVersion: 3 } as const;
// the casts: what writes an item reads nothing else
const city = { key: 'city', schema: 'CityWrite', resource: '/cities' } as EntityUi;
const item = { id: 5, entity: 'city', recordId: 44, version: 2 } as Parameters<typeof removeItem>[1];
const record = { id: 44, version: 3 } as AnyRecord;

const writers = {
  form: () => itemAdapter(city, set, vi.fn()).save(44, 3, { name: 'Peking' }, null),
  'act without a form': () => submitItem(set, 'BJS', { ...target, action: 'delete' }),
  removal: () => removeItem(7, item),
  'act on several records': () => actOnRecords({ entity: city, action: 'delete', targets: [record], reason: '' }),
};

let writes: ReturnType<typeof vi.fn>;

function mockSet(status: string, ownWork = true): void {
  const data = { changeSet: { ...set, status, ownWork }, items: [], labels: {}, nextCursor: null };
  // the casts: nothing else of the answers is read
  vi.spyOn(api, 'GET').mockResolvedValue({ data } as never);
  writes = vi.fn().mockResolvedValue(changed);
  for (const method of ['POST', 'PUT', 'DELETE'] as const) vi.spyOn(api, method).mockImplementation(writes as never);
}

beforeEach(() => {
  signIn('editor', 'city:update');
  workIn(set);
  for (const { id } of toasts.list()) toasts.dismiss(id);
});
afterEach(() => {
  workIn(null);
  queryClient.clear();
  vi.restoreAllMocks();
});

function Writer({ write }: { write: () => Promise<unknown> }) {
  const { run, problem } = useAction();
  return (
    <>
      <Button onClick={() => void run(write, null)}>Write</Button>
      {problem && <output>{problem.message}</output>}
      <ReopeningDialog question={useReopeningQuestion()} />
    </>
  );
}

const names = Object.keys(writers) as (keyof typeof writers)[];

it.each(
  names.flatMap((name) => [[name, 'scheduled'] as const, [name, 'held'] as const]),
)('asks before a %s opens a set again that is %s', async (name, status) => {
  mockSet(status);
  const { user, texts } = await renderInConsole(<Writer write={writers[name]} />);
  await user.click(screen.getByRole('button', { name: 'Write' }));
  await screen.findByRole('alertdialog', { name: 'Reopen “Rename”?' });
  screen.getByText(texts.changeSets.reopening.text[status]);
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  expect(writes).not.toHaveBeenCalled();
  expect(screen.queryByRole('status')).toBeNull();
  expect(toasts.list().filter(({ isLeaving }) => !isLeaving)).toEqual([]);

  await user.click(screen.getByRole('button', { name: 'Write' }));
  await user.click(await screen.findByRole('button', { name: 'Reopen and save' }));
  await waitFor(() => expect(writes).toHaveBeenCalledOnce());
});

it.each([
  ['open', true],
  ['submitted', true],
  ['scheduled', false],
])('leaves it to the server whether a set that is %s takes a change (one’s own: %s)', async (status, ownWork) => {
  mockSet(status, ownWork);
  const { user } = await renderInConsole(<Writer write={writers.removal} />);
  await user.click(screen.getByRole('button', { name: 'Write' }));
  await waitFor(() => expect(writes).toHaveBeenCalledOnce());
});
