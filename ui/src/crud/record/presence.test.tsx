import { QueryClientProvider } from '@tanstack/react-query';
import { act, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { EntityUi } from '#crud/define-entity.ts';
import { FormPresence } from '#crud/form/record/form-presence.tsx';
import type { RecordForm } from '#crud/form/record/use-record-form.ts';
import { queryClient } from '#crud/read/query-client.ts';
import { connectSession } from '#session/session.ts';
import { languages, renderInConsole } from '#testing/render.tsx';
import { signIn } from '#testing/test-session.ts';
import { Editors } from './presence.tsx';

/** What a server with quite another time than this device has sent just now. */
const presenceOf = (...names: string[]) => ({
  editors: names.map((name) => ({ name, since: '2020-01-01T10:00:00.000Z' })),
  time: '2020-01-01T10:02:30.000Z',
  receivedAt: Date.now(),
});

describe('who edits a record', () => {
  const shown: Record<(typeof languages)[number], string[]> = {
    en: ['ann is editing', '2 min', 'ann, bob are editing', 'ann, bob, cem and 2 more are editing'],
    'zh-CN': ['ann 正在编辑', '已 2 分钟', 'ann、bob 正在编辑', 'ann、bob、cem 及另外 2 人 正在编辑'],
  };

  it.each(languages)('is said in %s with three names at most, and since when for one', async (language) => {
    const [one = '', minutes = '', two, five] = shown[language];
    const { rerender } = await renderInConsole(<Editors {...presenceOf('ann')} />, { language });
    expect(screen.getByRole('status').textContent).toBe(one);
    screen.getByText(minutes);
    rerender(<Editors {...presenceOf('ann', 'bob')} />);
    expect(screen.getByRole('status').textContent).toBe(two);
    expect(screen.queryByText(minutes)).toBeNull();
    rerender(<Editors {...presenceOf('ann', 'bob', 'cem', 'dag', 'eva')} />);
    expect(screen.getByRole('status').textContent).toBe(five);
    rerender(<Editors {...presenceOf()} />);
    expect(screen.queryByRole('status')).toBeNull();
  });
});

describe('a form', () => {
  const record = { id: 44, version: 2, name: 'China', symbol: '¥', updatedBy: 'ann' };
  const theirs = { ...record, version: 3, name: 'PRC', updateTime: new Date().toISOString() };
  const send = vi.fn();
  const reloadProposals = vi.fn();
  let presence: object;
  let history: object[];
  let openProposal: object | undefined;
  let requests: string[];
  let forms: (string | null)[];

  const formWith = (changes: string[], proposedChanges: object[] = []) =>
    // the casts: the component reads no other members
    ({
      entity: { key: 'country', resource: '/api/v1/countries', schema: 'CountryWrite' } as EntityUi,
      state: {
        status: 'active',
        matches: (name: string) => name === 'editing',
        context: {
          id: 44,
          version: 2,
          baseValues: { name: 'China', symbol: '¥' },
          toValues: ({ name, symbol }: typeof record) => ({ name, symbol }),
          ownProposal: { version: 1, changes: proposedChanges },
          upcoming: [],
        },
      },
      changes,
      send,
      disabledReason: false,
      layout: 'page',
      isLoaded: true,
      openProposal,
      reloadProposals,
    }) as unknown as RecordForm;

  const presenceWith = (version: number, proposal: object | null = null) => ({
    record: { version, updatedBy: 'ann', updateTime: theirs.updateTime, proposal },
    editors: [],
    time: theirs.updateTime,
  });

  /** Answers as the server does. */
  async function respond(input: Request | string, init?: RequestInit): Promise<Response> {
    const request = typeof input === 'string' ? { url: input, method: init?.method ?? 'GET' } : input;
    const url = new URL(request.url, 'http://gazetteer.example');
    requests.push(`${request.method} ${url.pathname}`);
    if (typeof init?.body === 'string') forms.push(String(JSON.parse(init.body).form));
    if (url.searchParams.has('form')) forms.push(url.searchParams.get('form'));
    if (url.pathname.endsWith('/events')) {
      const event = new TextEncoder().encode(`data: ${JSON.stringify(presence)}\n\n`);
      // stays open
      const body = new ReadableStream({ start: (controller) => controller.enqueue(event) });
      return new Response(body, { headers: { 'Content-Type': 'text/event-stream' } });
    }
    const decision = { outcome: 'rejected', by: 'ann', time: theirs.updateTime, reason: 'Not the symbol' };
    const data = url.pathname.endsWith('/history')
      ? { items: history, labels: {} }
      : url.pathname.endsWith('/proposal')
        ? { proposal: { id: Number(url.searchParams.get('decided')), decision }, labels: {} }
        : { record: theirs, labels: {} };
    return new Response(JSON.stringify({ code: 200, message: 'OK', data }));
  }

  const renderForm = (changes: string[], proposedChanges: object[] = []) =>
    renderInConsole(<FormPresence form={formWith(changes, proposedChanges)} />, {
      wrapper: ({ children }) => <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>,
    });
  const writes = () => requests.filter((request) => !request.startsWith('GET'));

  beforeEach(() => {
    requests = [];
    forms = [];
    history = [];
    openProposal = undefined;
    presence = presenceWith(2);
    send.mockReset();
    reloadProposals.mockReset();
    queryClient.clear();
    vi.stubGlobal('fetch', respond);
    signIn('me', 'country:update');
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it('tells that it is edited from the first change until it is left', async () => {
    const { rerender, unmount } = await renderForm([]);
    await waitFor(() => expect(requests).toContain('GET /dc/api/v1/presence/events'));
    expect(writes()).toEqual([]);
    rerender(<FormPresence form={formWith(['/name'])} />);
    await waitFor(() => expect(writes()).toEqual(['PUT /dc/api/v1/presence']));
    unmount();
    await waitFor(() => expect(writes()).toEqual(['PUT /dc/api/v1/presence', 'DELETE /dc/api/v1/presence']));
    // by a number of this page, as another tab of the session may edit the same record
    expect(forms).toEqual([expect.stringMatching(/^\d+$/), forms[0]]);
  });

  it.each([
    ['compares the changes with its own', ['/symbol'], [], 'Show changes', 'COMPARE'],
    [
      'compares them with the same fields of its proposal',
      [],
      [{ pointer: '/name', value: 'Cathay' }],
      'Show changes',
      'COMPARE',
    ],
    ['loads the changes if it has none', [], [{ pointer: '/symbol', value: '元' }], 'Load changes', 'REFRESH'],
  ])('says what somebody else has changed, and %s', async (_, changes, proposed, button, type) => {
    presence = presenceWith(3);
    const { user } = await renderForm(changes, proposed);
    await screen.findByText('ann changed Name (just now).');
    await user.click(screen.getByRole('button', { name: button }));
    expect(send).toHaveBeenCalledExactlyOnceWith({
      type,
      record: expect.objectContaining({ version: 3, name: 'PRC' }),
    });
  });

  it('says that the record was deleted, and loads a proposal of somebody else', async () => {
    presence = { record: null, editors: [], time: theirs.updateTime };
    const { unmount } = await renderForm(['/symbol']);
    await screen.findByText(/^This record has just been deleted\./);
    expect(send).not.toHaveBeenCalled();
    unmount();
    presence = presenceWith(2, { id: 5, version: 1, by: 'ann' });
    await renderForm([]);
    await waitFor(() => expect(reloadProposals).toHaveBeenCalledOnce());
  });

  it('names everybody who has changed values since, and not who has only changed a status', async () => {
    const version = (number: number, updatedBy: string, changes: object, action = 'update') => ({
      action,
      version: number,
      actor: updatedBy,
      before: { ...record, updatedBy: 'x' },
      after: { ...record, ...changes, updatedBy },
    });
    history = [
      version(5, 'dag', { status: 'active' }, 'activate'),
      version(4, 'bob', { name: 'PRC' }),
      version(3, 'cem', { name: 'China 2' }),
      version(2, 'eva', { name: 'China 1' }),
    ];
    theirs.version = 5;
    presence = presenceWith(5);
    await renderForm([]);
    await screen.findByText('cem, bob changed Name (just now).');
    theirs.version = 3;
  });

  it('tells by the server’s clock how long ago that was, and goes on with it', async () => {
    vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'], now: Date.parse(theirs.updateTime) });
    presence = { ...presenceWith(3), time: new Date(Date.parse(theirs.updateTime) + 40_000).toISOString() };
    await renderForm([]);
    await screen.findByText('ann changed Name (just now).');
    await act(() => vi.advanceTimersByTimeAsync(30_000));
    screen.getByText(/^ann changed Name \(.*\d\d:\d\d.*\)\.$/);
  });

  it('says what was decided about its user’s own proposal, and loads what is open now', async () => {
    openProposal = { id: 5, by: 'me' };
    presence = presenceWith(2);
    const { rerender } = await renderForm([]);
    await waitFor(() => expect(reloadProposals).toHaveBeenCalledOnce());
    // what is received may be older than the proposal
    expect(requests.filter((request) => request.endsWith('/proposal'))).toEqual([]);
    openProposal = undefined;
    rerender(<FormPresence form={formWith([])} />);
    await screen.findByText('ann rejected your change (just now). Not the symbol');
    expect(reloadProposals).toHaveBeenCalledOnce();
  });

  it('reports no error when the stream and its polls fail', async () => {
    const toast = vi.fn();
    connectSession({ toast });
    vi.stubGlobal('fetch', async (input: Request | string) => {
      requests.push(typeof input === 'string' ? input : new URL(input.url).pathname);
      return new Response('', { status: 502 });
    });
    await renderForm([]);
    await waitFor(() => expect(requests).toContain('/dc/api/v1/presence'));
    // errors of reads are reported after their callers have received them
    await act(() => new Promise((resolve) => setTimeout(resolve)));
    expect(toast).not.toHaveBeenCalled();
  });
});
