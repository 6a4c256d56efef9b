import { screen } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { enums, type Schemas } from '#api/metadata.gen.ts';
import { Problem } from '#api/problem.ts';
import { NoRows } from '#crud/list/no-rows.tsx';
import { setLanguage } from '#i18n/i18n.ts';
import { permissionText } from '#session/use-session.ts';
import { renderInConsole } from '#testing/render.tsx';
import { LoadFailed } from './load-failed.tsx';
import { StreamStatus } from './stream-status.tsx';

const failure = new Problem({
  status: 500,
  code: 500,
  key: 'serverError',
  message: 'The server failed',
  traceId: '4bf92f3577b34da6',
});
const refusal = new Problem({
  status: 403,
  code: 403,
  key: 'forbidden',
  message: 'No permission',
  permission: 'airport:read',
});

describe('what failed to load', () => {
  it('is named, can be retried, and gives its key and trace id to the clipboard', async () => {
    const onRetry = vi.fn();
    const { user } = await renderInConsole(<LoadFailed title="No airports" problem={failure} onRetry={onRetry} />);
    expect(screen.getByRole('alert').textContent).toContain('4bf92f3577b34da6');
    await user.click(screen.getByRole('button', { name: 'Retry' }));
    expect(onRetry).toHaveBeenCalledOnce();
    await user.click(screen.getByRole('button', { name: 'Copy' }));
    expect(await navigator.clipboard.readText()).toBe('serverError 4bf92f3577b34da6');
    await screen.findByRole('button', { name: 'Copied' });
  });

  it('says which permission is missing, in words and by name, and who can grant it', async () => {
    await renderInConsole(<LoadFailed title="No airports" text="Try again later" problem={refusal} />);
    const text = screen.getByRole('alert').textContent;
    expect(text).toContain('Missing permission: View airports airport:read');
    expect(text).toContain('ask an administrator');
    expect(text).not.toContain('Try again later');
  });
});

describe('the state of live data', () => {
  const now = new Date();
  const receivedAt = new Date(now.getFullYear(), now.getMonth(), now.getDate() - 1, 9, 30, 5);
  const stream = { isLive: false, receivedAt, refresh: vi.fn() };
  const offline = new Problem({ status: 0, code: 0, key: 'networkError', message: 'No network' });

  it('names the day and the time of the last data while it is polled, without a button', async () => {
    await renderInConsole(<StreamStatus {...stream} problem={undefined} />);
    screen.getByText('Every 5 s · yesterday 09:30:05');
    expect(screen.queryByRole('button')).toBeNull();
  });

  it.each([
    [offline, 'Connection lost · as of yesterday 09:30:05'],
    [failure, 'Not refreshed · as of yesterday 09:30:05 · The server failed'],
    [refusal, 'Not refreshed · as of yesterday 09:30:05 · No permission'],
  ])('says why it cannot be polled, and tries again on request', async (problem, text) => {
    const refresh = vi.fn();
    const { user } = await renderInConsole(<StreamStatus {...stream} problem={problem} refresh={refresh} />);
    expect(screen.getByRole('status').textContent).toBe(`${text}Retry`);
    await user.click(screen.getByRole('button', { name: 'Retry' }));
    expect(refresh).toHaveBeenCalledOnce();
  });

  it('says that there is none yet and why', async () => {
    await renderInConsole(<StreamStatus {...stream} receivedAt={undefined} problem={offline} />);
    expect(screen.getByRole('status').textContent).toBe('Could not load live data · No networkRetry');
  });
});

describe('a list without rows', () => {
  const loaded = { problem: undefined, reload: vi.fn(), loading: false };

  it('offers to clear the filters that leave none', async () => {
    const onClear = vi.fn();
    const narrowed = { title: 'No matches', onClear };
    const { user } = await renderInConsole(<NoRows loaded={loaded} narrowed={narrowed} first="Nothing yet" />);
    expect(screen.queryByText('Nothing yet')).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Clear all' }));
    expect(onClear).toHaveBeenCalledOnce();
  });

  it('shows a failure before anything else', async () => {
    await renderInConsole(<NoRows loaded={{ ...loaded, problem: failure }} first="Nothing yet" />);
    expect(screen.getByRole('heading').textContent).toBe('Could not load the list: The server failed');
    expect(screen.queryByText('Nothing yet')).toBeNull();
  });
});

describe('the text of a permission', () => {
  it.each(['zh-CN', 'en'] as const)('exists for every permission in %s', async (language) => {
    await renderInConsole(<p />);
    await setLanguage(language);
    const names: readonly Schemas['PermissionName'][] = enums.PermissionName;
    const texts = [...names, '*:import', '*:review'].map(permissionText);
    expect(texts.filter((text) => /permissionText|\{\{/.test(text))).toEqual([]);
    expect(new Set(texts).size).toBe(texts.length);
  });
});
