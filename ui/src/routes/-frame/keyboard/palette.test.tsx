import { QueryClientProvider } from '@tanstack/react-query';
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import { screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { useRegisterPaletteActions } from '#crud/palette-actions.ts';
import { queryClient } from '#crud/read/query-client.ts';
import { api } from '#session/session.ts';
import { renderInConsole } from '#testing/render.tsx';
import { signIn } from '#testing/test-session.ts';
import { Palette } from './palette.tsx';

const china = { entity: 'country', id: 7, code: 'CN', name: 'China', locales: {}, status: 'pending' };
const approve = vi.fn();
/** The client without the types of its responses. */
const client: Record<'GET', (...args: never[]) => Promise<unknown>> = api;
const get = vi.spyOn(client, 'GET');

function OpenRecord({ code }: { code: string }) {
  const actions = [{ id: 'approve', label: 'Approve', icon: 'check' as const, run: approve }];
  useRegisterPaletteActions({ subject: 'record', title: `${code} China`, actions });
  return null;
}

async function openPalette({ code = 'CN' } = {}) {
  const keystrokes = { take: () => '' };
  const router = createRouter({
    routeTree: createRootRoute({
      component: () => (
        <>
          <OpenRecord code={code} />
          {/* the cast: the palette takes only what was typed before */}
          <Palette open onClose={() => {}} keystrokes={keystrokes as Parameters<typeof Palette>[0]['keystrokes']} />
        </>
      ),
    }),
    history: createMemoryHistory({ initialEntries: ['/country'] }),
  });
  const rendered = await renderInConsole(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
  await screen.findByRole('combobox');
  return { ...rendered, router };
}

const options = () => screen.queryAllByRole('option').map(({ textContent }) => textContent);

beforeEach(() => {
  approve.mockReset();
  get.mockReset();
  get.mockImplementation(async (path: string) => ({
    status: 200,
    message: 'OK',
    etag: null,
    data: { items: path.endsWith('/search') ? [china] : [] },
  }));
  signIn('reviewer', 'country:read');
});
afterEach(() => {
  queryClient.clear();
});

describe('Enter in Ctrl+K', () => {
  it('opens the record whose name was typed, instead of changing the open one', async () => {
    const { user } = await openPalette();
    await user.type(screen.getByRole('combobox'), 'chi');
    await waitFor(() => expect(options().some((option) => option?.includes('China'))).toBe(true));
    expect(options()).not.toContain('Approve');
    await user.keyboard('{Enter}');
    expect(approve).not.toHaveBeenCalled();
  });

  it('does nothing to the open record before anything is typed', async () => {
    const { user } = await openPalette();
    await waitFor(() => expect(options()).toContain('Approve'));
    expect(options()[0]).not.toBe('Approve');
    await user.keyboard('{Enter}');
    expect(approve).not.toHaveBeenCalled();
  });

  it.each(['app', '通过'])('runs the action whose name starts with %s', async (text) => {
    const { user } = await openPalette();
    await user.type(screen.getByRole('combobox'), text);
    await waitFor(() => expect(options()[0]).toBe('Approve'));
    await user.keyboard('{Enter}');
    await waitFor(() => expect(approve).toHaveBeenCalledTimes(1));
  });

  it('opens the record with the typed code before it runs an action of that name', async () => {
    get.mockImplementation(async (path: string) => ({
      status: 200,
      message: 'OK',
      etag: null,
      data: { items: path.endsWith('/search') ? [{ ...china, code: 'AP' }] : [] },
    }));
    const { user } = await openPalette();
    await user.type(screen.getByRole('combobox'), 'ap');
    await waitFor(() => expect(options()[0]).toContain('China'));
    expect(options()).toContain('Approve');
    await user.keyboard('{Enter}');
    expect(approve).not.toHaveBeenCalled();
  });
});
