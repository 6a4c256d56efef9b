import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type FieldError, Problem } from '#api/problem.ts';
import { workIn, workingSet } from '#crud/change-set/working-set.ts';
import { toasts } from '#crud/notify.ts';
import { api } from '#session/session.ts';
import { createChangeSet } from '#testing/change-set.ts';
import { queryClientWrapper } from '#testing/query-client-wrapper.tsx';
import { renderInConsole } from '#testing/render.tsx';
import { signIn } from '#testing/test-session.ts';
import '#entities/city.tsx';
import type { ChangeSet, ChangeSetItem, SetStatus } from '../change-set.ts';
import { ChangeSetActions } from './change-set-actions.tsx';

const set = (status: SetStatus, ownWork: boolean, secondPerson = true) =>
  createChangeSet({ status, ownWork, secondPerson });

afterEach(() => vi.restoreAllMocks());

it.for<[SetStatus, boolean, string[], string[]]>([
  ['open', true, ['city:update'], ['Withdraw', 'Submit for review']],
  ['open', false, ['city:update'], []],
  ['submitted', true, ['city:review'], ['Withdraw', 'Edit again']],
  ['submitted', false, ['city:review'], ['Reject', 'Approve and release']],
  ['submitted', false, ['airport:review'], []],
  ['scheduled', true, ['city:update'], ['Withdraw', 'Edit again']],
  ['held', true, ['city:update'], ['Withdraw', 'Edit again', 'Retry']],
  ['held', false, ['city:review'], ['Retry']],
])('of a set that is %s, own %s, with %j allows %j', async ([status, ownWork, permissions, allowed]) => {
  signIn('ann', ...permissions);
  await renderInConsole(<ChangeSetActions set={set(status, ownWork)} items={[]} onRevert={vi.fn()} />, {
    wrapper: queryClientWrapper,
  });
  const names = screen
    .getAllByRole('button')
    .filter((button) => button.getAttribute('aria-disabled') !== 'true')
    .map(({ textContent }) => textContent);
  expect(names).toEqual(allowed);
});

it('lets nobody approve who has unreviewed changes to its records', async () => {
  signIn('ann', 'city:review');
  const submitted = { ...set('submitted', false), earlierWork: true as const };
  const { user } = await renderInConsole(<ChangeSetActions set={submitted} items={[]} onRevert={vi.fn()} />, {
    wrapper: queryClientWrapper,
  });
  for (const name of ['Reject', 'Approve and release']) {
    const button = screen.getByRole('button', { name });
    expect(button.getAttribute('aria-disabled')).toBe('true');
    await user.click(button);
    expect((await screen.findByRole('tooltip')).textContent).toMatch(/^You have unreviewed changes/);
  }
});

it('lets contributors approve where no kind of the set needs a second person', async () => {
  signIn('ann', 'city:review');
  await renderInConsole(<ChangeSetActions set={set('submitted', true, false)} items={[]} onRevert={vi.fn()} />, {
    wrapper: queryClientWrapper,
  });
  const approve = screen.getByRole('button', { name: 'Approve and release' });
  expect(approve.getAttribute('aria-disabled')).not.toBe('true');
});

it('shows how far a task is, and allows nothing meanwhile', async () => {
  signIn('ann', 'city:update');
  const task = { id: 12, event: 'submit', status: 'running', progress: 100, total: 202 } as const;
  await renderInConsole(<ChangeSetActions set={{ ...set('open', true), task }} items={[]} onRevert={vi.fn()} />, {
    wrapper: queryClientWrapper,
  });
  expect(screen.getByRole('progressbar').getAttribute('aria-valuenow')).toBe('50');
  expect(screen.getByText('In progress: 100 of 202 items')).toBeTruthy();
  for (const button of screen.getAllByRole('button')) expect(button.getAttribute('aria-disabled')).toBe('true');
});

it.each([
  ['open', 'Somebody else reviews it once it is submitted; all items take effect on its date'],
  ['submitted', 'Approval schedules it; all items are written on its date, or none of them'],
] as const)('says of a set with a date that is %s when its items are written', async (status, hint) => {
  signIn('ann', 'city:update');
  const dated = { ...set(status, true), effectiveOn: '2099-04-06T00:00', effectiveTime: '2099-04-05T16:00:00.000Z' };
  await renderInConsole(<ChangeSetActions set={dated} items={[]} onRevert={vi.fn()} />, {
    wrapper: queryClientWrapper,
  });
  screen.getByText(hint);
  // a long hint must not move one of the buttons into a row of its own
  const [group, ...others] = new Set(screen.getAllByRole('button').map(({ parentElement }) => parentElement));
  expect(others).toEqual([]);
  expect(group?.contains(screen.getByText(hint))).toBe(false);
});

it.each([
  ['2099-04-05T16:00:00.000Z', 'It would be held on its date. Edit it and have it reviewed again'],
  ['2026-04-05T16:00:00.000Z', 'Its time has come: it is being released'],
])('says of a scheduled set with conflicts that is due at %s what happens', async (effectiveTime, hint) => {
  signIn('ann', 'city:update');
  const scheduled = { ...set('scheduled', true), effectiveOn: '2026-04-06T00:00', effectiveTime, unsound: 1 };
  await renderInConsole(<ChangeSetActions set={scheduled} items={[]} onRevert={vi.fn()} />, {
    wrapper: queryClientWrapper,
  });
  screen.getByText(hint);
});

it('says why a task could not write the items', async () => {
  signIn('ann', 'city:update');
  const refusal = { key: 'versionConflict', message: 'Your rights have changed' } as const;
  await renderInConsole(<ChangeSetActions set={{ ...set('open', true), refusal }} items={[]} onRevert={vi.fn()} />, {
    wrapper: queryClientWrapper,
  });
  expect(screen.getByText('Your rights have changed')).toBeTruthy();
});

it('says in the dialog that the set has changed, by whomever', async () => {
  signIn('ann', 'city:review');
  const stale = { status: 412, code: 412, key: 'versionConflict', message: 'This record has been updated' } as const;
  vi.spyOn(api, 'POST').mockRejectedValue(new Problem(stale));
  const { user } = await renderInConsole(
    <ChangeSetActions set={set('submitted', false)} items={[]} onRevert={vi.fn()} />,
    { wrapper: queryClientWrapper },
  );
  await user.click(screen.getByRole('button', { name: 'Approve and release' }));
  const dialog = await screen.findByRole('alertdialog');
  await user.click(within(dialog).getByRole('button', { name: 'Approve and release' }));
  await within(dialog).findByText(/^This change set has changed meanwhile/);
});

it('asks about the approval of a revert as what it is', async () => {
  signIn('ann', 'city:review');
  const revert = { ...set('submitted', false), revertsId: 7, items: { city: 2 } };
  const { user } = await renderInConsole(<ChangeSetActions set={revert} items={[]} onRevert={vi.fn()} />, {
    wrapper: queryClientWrapper,
  });
  await user.click(screen.getByRole('button', { name: 'Approve and revert' }));
  const dialog = within(await screen.findByRole('alertdialog', { name: 'Approve and revert?' }));
  dialog.getByRole('button', { name: 'Approve and revert' });
  dialog.getByText(/^2 changes of the other change set are reverted together: .* that the set created are deleted/);
});

it('says once how many items cannot be written, and leads to the first of them', async () => {
  signIn('ann', 'city:update');
  const unsound = { status: 409, code: 409, key: 'changeSetUnsound', message: 'One item cannot take effect' } as const;
  vi.spyOn(api, 'POST').mockRejectedValue(new Problem(unsound));
  const withItem = (set: ChangeSet) => (
    <>
      <p data-unsound tabIndex={-1}>
        Beijing
      </p>
      <ChangeSetActions set={set} items={[]} onRevert={vi.fn()} />
    </>
  );
  const { user, rerender } = await renderInConsole(withItem(set('open', true)), { wrapper: queryClientWrapper });
  Element.prototype.scrollIntoView = vi.fn();
  await user.click(screen.getByRole('button', { name: 'Submit for review' }));
  rerender(withItem({ ...set('open', true), unsound: 1 }));
  expect(screen.queryByText('One item cannot take effect')).toBeNull();
  await user.click(screen.getByRole('button', { name: '1 item cannot take effect' }));
  expect(document.activeElement).toBe(screen.getByText('Beijing'));
  rerender(withItem(set('open', true)));
  screen.getByText('2 items, checked on submission');
  expect(screen.queryByText(/cannot take effect/)).toBeNull();
});

it.each([
  ['open', '2 items, checked on submission', 'dot-idle'],
  ['submitted', 'All 2 items can be written', 'dot-ok'],
  ['scheduled', 'All 2 items can be written', 'dot-ok'],
  ['released', '2 items, written together', 'dot-ok'],
  ['rejected', undefined, undefined],
  ['withdrawn', undefined, undefined],
] as const)('of a set that is %s claims no more than the last trial: %s', async (status, text, dot) => {
  const { container } = await renderInConsole(
    <ChangeSetActions set={set(status, true)} items={[]} onRevert={vi.fn()} />,
    { wrapper: queryClientWrapper },
  );
  if (text) expect(screen.getByText(text).querySelector('i')?.className).toContain(dot);
  else expect(container.querySelector('.dot')).toBeNull();
});

describe('a refused submission', () => {
  beforeEach(() => {
    signIn('ann', 'city:update');
    for (const { id } of toasts.list()) toasts.dismiss(id);
  });
  const messages = () => toasts.list().flatMap(({ message, isLeaving }) => (isLeaving ? [] : message));
  const refuse = (key: 'changeSetUnsound' | 'validationError', fields: FieldError[]) =>
    vi.spyOn(api, 'POST').mockRejectedValue(new Problem({ status: 409, code: 409, key, message: 'Refused', fields }));

  it('names the first item at fault, and shows it once the items are read again', async () => {
    const fault = { rule: 'taken', message: 'Already used' } as const;
    refuse('changeSetUnsound', [
      { ...fault, pointer: '/items/6/values/code' },
      { ...fault, pointer: '/items/7/values/code' },
    ]);
    // the cast: nothing else of the items is read
    const items = [5, 6, 7].map((id) => ({
      ...{ id, entity: 'city', before: null, after: { code: `C${id}`, name: `City ${id}` } },
      ...{ problems: [] as object[] },
    })) as unknown as ChangeSetItem[];
    const page = (shown: ChangeSetItem[]) => (
      <>
        {shown.map(({ id, problems }) => (
          <p key={id} data-unsound={problems.length > 0 || undefined} tabIndex={-1}>
            {id}
          </p>
        ))}
        <ChangeSetActions set={set('open', true)} items={shown} onRevert={vi.fn()} />
      </>
    );
    const { user, rerender } = await renderInConsole(page(items), { wrapper: queryClientWrapper });
    Element.prototype.scrollIntoView = vi.fn();
    await user.click(screen.getByRole('button', { name: 'Submit for review' }));
    await vi.waitFor(() =>
      expect(messages()).toEqual([
        expect.stringMatching(/^2 items cannot take effect: C6 .*City 6.* · Code: Already used \(\+1 more\)$/),
      ]),
    );
    const read = items.map((item) =>
      item.id === 5 ? item : ({ ...item, problems: [{ ...fault, pointer: '/values/code' }] } as ChangeSetItem),
    );
    rerender(page(read));
    expect(document.activeElement).toBe(screen.getByText('6'));
  });

  it('says that the date has passed, and leads to it', async () => {
    refuse('validationError', [{ pointer: '/effectiveOn', rule: 'notAhead', message: 'This time has passed' }]);
    const passed = { effectiveOn: '2020-04-06T00:00', effectiveTime: '2020-04-05T16:00:00.000Z' };
    const { user } = await renderInConsole(
      <ChangeSetActions set={{ ...set('open', true), ...passed }} items={[]} onRevert={vi.fn()} />,
      { wrapper: queryClientWrapper },
    );
    await user.click(screen.getByRole('button', { name: 'Submit for review' }));
    await vi.waitFor(() => expect(messages()).toEqual(['Takes effect: This time has passed']));
    expect(screen.getByText('Takes effect: This time has passed').querySelector('i')?.className).toContain('dot-bad');
    vi.spyOn(api, 'GET').mockResolvedValue({ data: { zone: 'Asia/Shanghai', today: '2026-12-02' } } as never);
    await user.click(screen.getByRole('button', { name: 'Change the date' }));
    expect(await screen.findByRole('dialog', { name: 'Edit title, description and date' })).toBeTruthy();
  });
});

it('says before its date that a scheduled set would be held', async () => {
  await renderInConsole(
    <ChangeSetActions set={{ ...set('scheduled', true), unsound: 1 }} items={[]} onRevert={vi.fn()} />,
    { wrapper: queryClientWrapper },
  );
  expect(screen.getByRole('button', { name: '1 item cannot take effect' })).toBeTruthy();
  expect(screen.getByText(/^It would be held on its date/)).toBeTruthy();
});

it('keeps the focus beside its buttons when the one that was pressed disappears', async () => {
  signIn('ann', 'city:update');
  vi.spyOn(api, 'POST').mockResolvedValue({ data: { changeSet: set('submitted', true) } } as never);
  const actions = (status: SetStatus) => <ChangeSetActions set={set(status, true)} items={[]} onRevert={vi.fn()} />;
  const { user, rerender } = await renderInConsole(actions('open'), { wrapper: queryClientWrapper });
  screen.getByRole('button', { name: 'Submit for review' }).focus();
  await user.keyboard('{Enter}');
  rerender(actions('submitted'));
  rerender(actions('scheduled'));
  expect(document.activeElement).not.toBe(document.body);
  expect(screen.getByRole('contentinfo').contains(document.activeElement)).toBe(true);
});

it('leaves the set in which one works with its submission, and says so once', async () => {
  signIn('ann', 'city:update');
  for (const { id } of toasts.list()) toasts.dismiss(id);
  const submitted = set('submitted', true);
  workIn({ id: submitted.id, title: submitted.title, showsLive: false });
  vi.spyOn(api, 'POST').mockResolvedValue({ data: { changeSet: submitted } } as never);
  const { user } = await renderInConsole(<ChangeSetActions set={set('open', true)} items={[]} onRevert={vi.fn()} />, {
    wrapper: queryClientWrapper,
  });
  await user.click(screen.getByRole('button', { name: 'Submit for review' }));
  await waitFor(() => expect(workingSet()).toBeNull());
  await waitFor(() => expect(toasts.list().filter(({ isLeaving }) => !isLeaving)).toHaveLength(1));
});

it('forgets why an event has failed once another one has succeeded', async () => {
  signIn('ann', 'city:update');
  const held = set('held', true);
  const failure = new Problem({ status: 409, code: 409, key: 'invalidTransition', message: 'Not held any more' });
  // the cast: the buttons read nothing else
  vi.spyOn(api, 'POST')
    .mockRejectedValueOnce(failure)
    .mockResolvedValue({ data: { changeSet: held } } as never);
  const { user } = await renderInConsole(<ChangeSetActions set={held} items={[]} onRevert={vi.fn()} />, {
    wrapper: queryClientWrapper,
  });
  await user.click(screen.getByRole('button', { name: 'Retry' }));
  await screen.findByText('Not held any more');
  await user.click(screen.getByRole('button', { name: 'Withdraw' }));
  await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Withdraw' }));
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  expect(screen.queryByText('Not held any more')).toBeNull();
});
