import { QueryClientProvider } from '@tanstack/react-query';
import { screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { EntityUi } from '#crud/define-entity.ts';
import { FormPresence } from '#crud/form/form-presence.tsx';
import type { RecordForm } from '#crud/form/state/use-record-form.ts';
import { queryClient } from '#crud/read/query-client.ts';
import { languages, renderInConsole } from '#testing/render.tsx';
import { createUser } from '#testing/test-session.ts';
import { Editors } from './presence.tsx';

const editorsSince = (...names: string[]) => {
  const since = new Date(Date.now() - 150_000).toISOString();
  return names.map((name) => ({ name, since }));
};

describe('who edits a record', () => {
  const shown: Record<(typeof languages)[number], string[]> = {
    en: ['ann is editing', '2 min', 'ann, bob are editing', 'ann, bob, cem and 2 more are editing'],
    'zh-CN': ['ann 正在编辑', '已 2 分钟', 'ann、bob 正在编辑', 'ann、bob、cem 及另外 2 人 正在编辑'],
  };

  it.each(languages)('is said in %s with three names at most, and since when for one', async (language) => {
    const [one = '', minutes = '', two, five] = shown[language];
    const { rerender } = await renderInConsole(<Editors editors={editorsSince('ann')} />, { language });
    expect(screen.getByRole('status').textContent).toBe(one);
    screen.getByText(minutes);
    rerender(<Editors editors={editorsSince('ann', 'bob')} />);
    expect(screen.getByRole('status').textContent).toBe(two);
    expect(screen.queryByText(minutes)).toBeNull();
    rerender(<Editors editors={editorsSince('ann', 'bob', 'cem', 'dag', 'eva')} />);
    expect(screen.getByRole('status').textContent).toBe(five);
    rerender(<Editors editors={[]} />);
    expect(screen.queryByRole('status')).toBeNull();
  });
});

describe('a form', () => {
  const record = { id: 44, version: 2, name: 'China', symbol: '¥', updatedBy: 'ann' };
  const theirs = { ...record, version: 3, name: 'PRC', updateTime: new Date().toISOString() };
  const send = vi.fn();
  const reloadContext = vi.fn();
  let presence: object;
  let requests: string[];

  const formWith = (changes: string[]) =>
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
        },
      },
      changes,
      send,
      disabledReason: false,
      layout: 'page',
      otherProposer: undefined,
      reloadContext,
    }) as unknown as RecordForm;

  /** Answers as the server does. */
  async function respond(input: Request | string, init?: RequestInit): Promise<Response> {
    const request = typeof input === 'string' ? { url: input, method: init?.method ?? 'GET' } : input;
    const url = new URL(request.url, 'http://gazetteer.example');
    requests.push(`${request.method} ${url.pathname}`);
    if (url.pathname.endsWith('/events'))
      return new Response(`data: ${JSON.stringify(presence)}\n\n`, {
        headers: { 'Content-Type': 'text/event-stream' },
      });
    const data = url.pathname.endsWith('/history') ? { items: [], labels: {} } : { record: theirs, labels: {} };
    return new Response(JSON.stringify({ code: 200, message: 'OK', data }));
  }

  const renderForm = (changes: string[]) =>
    renderInConsole(<FormPresence form={formWith(changes)} />, {
      wrapper: ({ children }) => <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>,
    });
  const writes = () => requests.filter((request) => !request.startsWith('GET'));

  beforeEach(() => {
    requests = [];
    presence = { record: { version: 2, updatedBy: 'ann', updateTime: theirs.updateTime, proposal: null }, editors: [] };
    send.mockReset();
    reloadContext.mockReset();
    queryClient.clear();
    vi.stubGlobal('fetch', respond);
    localStorage.setItem('token', 'abc');
    localStorage.setItem('user-info', JSON.stringify(createUser('me', 'country:update')));
    window.dispatchEvent(Object.assign(new Event('storage'), { key: 'token' }));
  });
  afterEach(() => {
    localStorage.clear();
    window.dispatchEvent(Object.assign(new Event('storage'), { key: 'token' }));
  });

  it('tells that it is edited from the first change until it is left', async () => {
    const { rerender, unmount } = await renderForm([]);
    await waitFor(() => expect(requests).toContain('GET /dc/api/v1/presence/events'));
    expect(writes()).toEqual([]);
    rerender(<FormPresence form={formWith(['/name'])} />);
    await waitFor(() => expect(writes()).toEqual(['PUT /dc/api/v1/presence']));
    unmount();
    await waitFor(() => expect(writes()).toEqual(['PUT /dc/api/v1/presence', 'DELETE /dc/api/v1/presence']));
  });

  it.each([
    ['compares the changes with its own', ['/symbol'], 'Show changes', 'COMPARE'],
    ['loads the changes if it has none', [], 'Load changes', 'REFRESH'],
  ])('says what somebody else has changed, and %s', async (_, changes, button, type) => {
    presence = { record: { version: 3, updatedBy: 'ann', updateTime: theirs.updateTime, proposal: null }, editors: [] };
    const { user } = await renderForm(changes);
    await screen.findByText('ann changed Name (just now).');
    await user.click(screen.getByRole('button', { name: button }));
    expect(send).toHaveBeenCalledExactlyOnceWith({
      type,
      record: expect.objectContaining({ version: 3, name: 'PRC' }),
    });
  });

  it('says that the record was deleted, and loads a proposal of somebody else', async () => {
    presence = { record: null, editors: [] };
    const { unmount } = await renderForm(['/symbol']);
    await screen.findByText(/^This record has just been deleted\./);
    expect(send).not.toHaveBeenCalled();
    unmount();
    const proposal = { id: 5, version: 1, by: 'ann' };
    presence = { record: { version: 2, updatedBy: 'ann', updateTime: theirs.updateTime, proposal }, editors: [] };
    await renderForm([]);
    await waitFor(() => expect(reloadContext).toHaveBeenCalledOnce());
  });
});
