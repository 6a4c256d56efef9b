import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import { act, screen, waitFor } from '@testing-library/react';
import { useEffect } from 'react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { Problem } from '#api/problem.ts';
import { announceChangeOfView, leaveSet, workIn, workingSet } from '#crud/change-set/working-set.ts';
import { snackbar, toasts } from '#crud/notify.ts';
import { viewDay } from '#crud/read/viewed-day.ts';
import { RecordTextField } from '#fields/record-text-field.tsx';
import { session } from '#session/session.ts';
import { showDay, viewedDay } from '#session/viewed-day.ts';
import { renderInConsole } from '#testing/render.tsx';
import { ConflictDialog } from './conflict-dialog.tsx';
import { type EditForm, useEditForm } from './edit-form.ts';
import { FormActions } from './form-actions.tsx';
import { FormProvider } from './form-fields.tsx';
import { FormNotes } from './form-notes.tsx';
import { FormFrame } from './form-shell.tsx';
import { draftsOfRecords } from './state/drafts.ts';
import type { OwnProposal, RecordData } from './state/form-context.ts';
import { drafts, type FormAdapter, useFormMachine } from './state/use-form-machine.ts';

const record: RecordData = { id: 44, version: 1, name: 'China' };
const problem = (status: number, current?: Record<string, unknown>) =>
  new Problem({ status, code: status, key: 'unknownError', message: '…', ...(current && { current }) });

interface Props {
  id: number | null;
  save?: FormAdapter['save'];
  /** The field's pointer that every save reports as invalid. */
  invalidPointer?: string;
  openField?: EditForm['openField'];
  view?: string;
  disabledReason?: string | false;
  showsConflicts?: boolean;
  ownProposal?: OwnProposal;
}

function CountryForm(props: Props) {
  const {
    id,
    save = vi.fn(),
    invalidPointer,
    openField,
    view,
    disabledReason = false,
    showsConflicts,
    ownProposal,
  } = props;
  const machine = useFormMachine({
    name: 'country',
    view,
    id,
    blankValues: {},
    toValues: ({ name }) => ({ name }),
    staysOpenAfterSave: true,
    validate: () => (invalidPointer ? [{ pointer: invalidPointer, rule: 'required', message: '…' }] : []),
    adapter: { load: async () => record, save, toastAfterSave: vi.fn() },
  });
  const { state, send } = machine;
  const isEditing = state.matches('editing');
  useEffect(() => {
    if (ownProposal && isEditing) send({ type: 'REFRESH_PROPOSAL', ownProposal, upcoming: [] });
  }, [ownProposal, isEditing, send]);
  const editForm = useEditForm(machine, {
    entity: 'country',
    schema: 'CountryWrite',
    layout: 'page',
    disabledReason,
  });
  const form = { ...editForm, openField };
  return (
    <FormProvider state={form.fields}>
      <form data-record>
        <FormNotes {...form} />
        <RecordTextField name="name" />
      </form>
      <FormActions form={form} />
      {showsConflicts && <ConflictDialog {...form} schema="CountryWrite" />}
    </FormProvider>
  );
}

async function renderForm(props: Props) {
  drafts.all().forEach(drafts.remove);
  const view = await renderInConsole(<CountryForm {...props} />);
  await waitFor(() => expect(findName().value).toBe(props.id === null ? '' : 'China'));
  return view;
}

const findName = () => screen.getByRole<HTMLInputElement>('textbox');
const findButton = (name: string | RegExp) => screen.getByRole('button', { name });

describe('the focus', () => {
  it('moves to the first field when the pressed button to discard disappears', async () => {
    const { user } = await renderForm({ id: 44 });
    await user.type(findName(), '!');
    await user.click(findButton('Discard changes'));
    expect(findName().value).toBe('China');
    expect(document.activeElement).toBe(findName());
  });

  it('returns discarded changes on request, which is no longer offered once the form is closed', async () => {
    const { user, unmount } = await renderForm({ id: 44 });
    await user.type(findName(), '!');
    await user.click(findButton('Discard changes'));
    expect(snackbar.list().map(({ message }) => message)).toEqual(['1 change discarded']);
    act(() => snackbar.list()[0]?.action?.onSelect());
    expect(findName().value).toBe('China!');
    unmount();
    expect(snackbar.list().filter(({ isLeaving }) => !isLeaving)).toEqual([]);
  });

  it('stays on the button that saves during a conflict', async () => {
    const theirs = { ...record, version: 2, name: 'PRC', updatedBy: 'bob', updateTime: '2026-11-26T08:00:00Z' };
    const { user } = await renderForm({ id: 44, save: () => Promise.reject(problem(412, theirs)) });
    await user.type(findName(), '!');
    const saveButton = findButton(/^Save/);
    await user.click(saveButton);
    await waitFor(() => expect(saveButton.getAttribute('aria-busy')).toBeNull());
    expect(document.activeElement).toBe(saveButton);
  });

  it('moves to the note about a deleted record, and back to the fields when it is saved as a new one', async () => {
    const save = vi.fn().mockRejectedValue(problem(404));
    const { user } = await renderForm({ id: 44, save });
    await user.type(findName(), '!');
    await user.click(findButton(/^Save/));
    await waitFor(() => expect(document.activeElement).toBe(findButton('Save as new record')));
    await user.click(findButton('Save as new record'));
    await waitFor(() => expect(document.activeElement).toBe(findName()));
    await user.click(findButton(/^Save/));
    expect(save).toHaveBeenLastCalledWith(null, null, { name: 'China!' }, null, 0, undefined);
  });
});

it.each([
  [false, /^You started from v1\. bob saved v2/, /^v2 · /],
  [true, /^bob saved this record in the change set/, /^in this set · /],
])('says who has saved the record meanwhile, in the change set: %s', async (isSavedInSet, text, place) => {
  const theirs = { ...record, version: 2, name: 'PRC', updatedBy: 'bob', updateTime: '2026-11-26T08:00:00Z' };
  const current = { ...theirs, ...(isSavedInSet && { isSavedInSet }) };
  const { user } = await renderForm({
    id: 44,
    save: () => Promise.reject(problem(412, current)),
    showsConflicts: true,
  });
  await user.type(findName(), '!');
  await user.click(findButton(/^Save/));
  await screen.findByText(text);
  expect(screen.getByText('Theirs, bob').parentElement?.textContent?.replace('Theirs, bob', '')).toMatch(place);
});

it.each([
  [
    { version: 2, changes: [{ pointer: '/name', value: 'PRC' }], time: '2026-11-26T09:00:00Z' },
    /^You submitted a change of this record/,
    'Submitted',
    1,
  ],
  [
    { version: 2, changes: [], isDeletion: true, time: '2026-11-26T09:00:00Z' },
    /^You submitted the deletion/,
    'Live value',
    0,
  ],
  [{ version: 0, changes: [] }, /^Your change in review was decided or withdrawn/, 'Live value', 0],
])('says what has become of the own proposal meanwhile: %j', async (ownProposal, text, heading, choices) => {
  const current = { ...record, updatedBy: 'bob', updateTime: '2026-11-26T08:00:00Z', ownProposal };
  const save = vi.fn().mockRejectedValueOnce(problem(412, current));
  save.mockResolvedValue({ status: 202, record });
  const { user } = await renderForm({ id: 44, save, showsConflicts: true, ownProposal: { version: 1, changes: [] } });
  await user.type(findName(), '!');
  await user.click(findButton(/^Save/));
  await screen.findByText(text);
  screen.getByRole('columnheader', { name: new RegExp(`^${heading}`) });
  const radios = screen.queryAllByRole('radio');
  expect(radios.map((radio) => radio.getAttribute('aria-label'))).toEqual(
    choices ? ['Name, Submitted: PRC', 'Name, Mine: China!'] : [],
  );
  if (radios[1]) await user.click(radios[1]);
  await user.click(findButton(/^Submit for review/));
  await waitFor(() =>
    expect(save).toHaveBeenLastCalledWith(44, 1, { name: 'China!' }, null, ownProposal.version, undefined),
  );
});

it('removes the message of a failed save once a save succeeds', async () => {
  const save = vi.fn().mockRejectedValueOnce(problem(500));
  save.mockResolvedValue({ status: 200, record: { ...record, version: 2, name: 'China!' } });
  const { user } = await renderForm({ id: 44, save });
  await user.type(findName(), '!');
  const errors = () => toasts.list().filter(({ type, isLeaving }) => type === 'error' && !isLeaving);
  await user.click(findButton(/^Save/));
  await waitFor(() => expect(errors()).toHaveLength(1));
  await user.click(findButton(/^Save/));
  await waitFor(() => expect(save).toHaveBeenCalledTimes(2));
  await waitFor(() => expect(errors()).toEqual([]));
});

describe('the link to an invalid field', () => {
  const pressLink = async (props: Props) => {
    const { user } = await renderForm({ ...props, invalidPointer: '/currency' });
    await user.type(findName(), '!');
    await user.click(findButton(/^Save/));
    await screen.findByText('Currency');
    return user;
  };

  it('opens the complete form if a quick edit does not show the field', async () => {
    const openField = vi.fn();
    const user = await pressLink({ id: 44, openField });
    await user.click(findButton('Currency'));
    expect(openField).toHaveBeenCalledExactlyOnceWith('/currency');
  });

  it('is plain text if there is no complete form', async () => {
    await pressLink({ id: 44, openField: null });
    expect(screen.queryByRole('button', { name: 'Currency' })).toBeNull();
  });
});

it('keeps a draft for each new record of the same kind', async () => {
  const { user, unmount } = await renderForm({ id: null });
  const other = await renderInConsole(<CountryForm id={null} />);
  const [first, second] = screen.getAllByRole<HTMLInputElement>('textbox');
  if (!first || !second) throw new Error('both forms have a field');
  await user.type(first, 'France');
  await user.type(second, 'Germany');
  const names = () => draftsOfRecords(drafts, '').map(({ values }) => values.name);
  await waitFor(() => expect(names().sort()).toEqual(['France', 'Germany']), { timeout: 5000 });
  unmount();
  other.unmount();
});

describe('while the pages show other values of the records', () => {
  const inSet = <CountryForm key="set" id={44} view="#7" />;
  const live = <CountryForm key="live" id={44} view="#7 live" disabledReason="This is live data" />;
  const note = () => screen.queryByText(/^Your unsaved changes are kept/);

  it('says that what is typed is kept, and shows it again without a question afterwards', async () => {
    drafts.all().forEach(drafts.remove);
    const { user, rerender } = await renderInConsole(inSet);
    await waitFor(() => expect(findName().value).toBe('China'));
    await user.type(findName(), '!');
    announceChangeOfView();
    rerender(live);
    await waitFor(() => expect(findName().value).toBe('China'));
    expect(note()).not.toBeNull();
    rerender(inSet);
    await waitFor(() => expect(findName().value).toBe('China!'));
    expect(findButton('Discard changes')).toBeDefined();
    expect(screen.queryByRole('button', { name: 'Discard draft' })).toBeNull();
  });

  it('says nothing where nothing was typed', async () => {
    drafts.all().forEach(drafts.remove);
    const { rerender } = await renderInConsole(inSet);
    await waitFor(() => expect(findName().value).toBe('China'));
    announceChangeOfView();
    rerender(live);
    await waitFor(() => expect(findName().value).toBe('China'));
    expect(note()).toBeNull();
  });
});

it('says that a failed load is being repeated', async () => {
  function FailedForm({ loading }: { loading: boolean }) {
    const machine = useFormMachine({
      name: 'country',
      id: 44,
      blankValues: {},
      toValues: (values) => values,
      staysOpenAfterSave: true,
      validate: () => [],
      adapter: { load: async () => record, save: vi.fn(), toastAfterSave: vi.fn() },
    });
    const form = useEditForm(machine, {
      schema: 'CountryWrite',
      layout: 'page',
      disabledReason: false,
      secondRead: { isLoaded: false, problem: problem(500), loading, reload: vi.fn() },
    });
    return (
      <FormFrame form={form} texts={{ subject: '', loadFailed: () => 'Not loaded' }} identityParams={[]}>
        <p />
      </FormFrame>
    );
  }
  const { rerender } = await renderInConsole(<FailedForm loading={false} />);
  expect(findButton('Retry').getAttribute('aria-busy')).toBeNull();
  rerender(<FailedForm loading />);
  expect(findButton('Retry').getAttribute('aria-busy')).toBe('true');
});

describe('leaving a changed form', () => {
  afterEach(() => vi.restoreAllMocks());

  /** Renders a changed form; `send` receives what the form is told about being left. */
  async function openChanged() {
    vi.spyOn(session, 'loggedIn', 'get').mockReturnValue(true);
    const send = vi.fn();
    function ChangedForm() {
      const machine = useFormMachine({
        name: 'country',
        id: 44,
        blankValues: {},
        toValues: ({ name }) => ({ name }),
        staysOpenAfterSave: true,
        validate: () => [],
        adapter: { load: async () => record, save: vi.fn(), toastAfterSave: vi.fn() },
      });
      const form = useEditForm(machine, {
        entity: 'country',
        schema: 'CountryWrite',
        layout: 'page',
        disabledReason: false,
      });
      return (
        <FormFrame form={{ ...form, send }} texts={{ subject: 'Country', loadFailed: () => '' }} identityParams={[]}>
          <RecordTextField name="name" />
        </FormFrame>
      );
    }
    const history = createMemoryHistory({ initialEntries: ['/form'] });
    const router = createRouter({ routeTree: createRootRoute({ component: ChangedForm }), history });
    drafts.all().forEach(drafts.remove);
    const { user } = await renderInConsole(<RouterProvider router={router} />);
    await waitFor(() => expect(findName().value).toBe('China'));
    await user.type(findName(), '!');
    return { user, send, history };
  }

  /** Leaves a changed form for a list. */
  async function leaveForList(staysElsewhere: boolean) {
    const { user, send, history } = await openChanged();
    // another form asks after this one
    const askOther = vi.fn(async () => staysElsewhere);
    history.block({ blockerFn: askOther });
    history.push('/list?status=active');
    await user.click(await screen.findByRole('button', { name: 'Discard and leave' }));
    await waitFor(() => expect(askOther).toHaveBeenCalledOnce());
    return { send, history };
  }

  it.each([
    ['for the live data', leaveSet, 'Continue editing', true],
    ['for the live data', leaveSet, 'Discard and leave', false],
    ['for another day', () => viewDay('2026-11-20'), 'Continue editing', true],
    ['for another day', () => viewDay('2026-11-20'), 'Discard and leave', false],
  ])('asks before the user leaves the change set %s, %s: %s', async (_to, leave, answer, stays) => {
    workIn({ id: 7, title: 'A set', showsLive: false });
    const { user, send } = await openChanged();
    const onLeft = vi.fn();
    act(() => leave(onLeft));
    await user.click(await screen.findByRole('button', { name: answer }));
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    expect(workingSet()?.id).toBe(stays ? 7 : undefined);
    expect(onLeft).toHaveBeenCalledTimes(leave === leaveSet && !stays ? 1 : 0);
    expect(viewedDay()).toBe(leave === leaveSet || stays ? null : '2026-11-20');
    expect(send.mock.calls.flat()).toEqual(stays ? [] : [{ type: 'LEAVE' }]);
    workIn(null);
    showDay(null);
  });

  it('discards its changes once the user has got there', async () => {
    const { send, history } = await leaveForList(false);
    await waitFor(() => expect(history.location.pathname).toBe('/list'));
    expect(send).toHaveBeenCalledExactlyOnceWith({ type: 'LEAVE' });
  });

  it('keeps its changes if another form is stayed in, and the user is then brought elsewhere', async () => {
    const { send, history } = await leaveForList(true);
    act(() => history.push('/login', undefined, { ignoreBlocker: true }));
    await waitFor(() => expect(history.location.pathname).toBe('/login'));
    expect(send).not.toHaveBeenCalled();
  });
});
