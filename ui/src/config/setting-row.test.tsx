import { QueryClientProvider } from '@tanstack/react-query';
import { screen } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { Problem } from '#api/problem.ts';
import { queryClient } from '#crud/read/query-client.ts';
import { api } from '#session/session.ts';
import { FormOf } from '#testing/form.tsx';
import { renderInConsole } from '#testing/render.tsx';
import { signIn } from '#testing/test-session.ts';
import { BackToDefault } from './setting-row.tsx';
import { RolesSetting } from './settings-fields.tsx';

afterEach(() => {
  queryClient.clear();
  vi.restoreAllMocks();
});

const renderInSettings = (children: ReactNode) =>
  renderInConsole(
    <QueryClientProvider client={queryClient}>
      <form data-record>
        {/* the cast: the settings are no entity */}
        <FormOf entity={null as unknown as 'country'} schema="Settings" values={{ secondFactorRoles: [] }}>
          {children}
        </FormOf>
      </form>
    </QueryClientProvider>,
  );

it('focuses the field after its default was restored, as the button disappears', async () => {
  const onReset = vi.fn();
  const { user } = await renderInSettings(
    <div data-pointer="/sessionHours">
      <BackToDefault pointer="/sessionHours" label="Hours" defaultText="12" onReset={onReset} />
      <input aria-label="Hours" />
    </div>,
  );
  await user.click(screen.getByRole('button'));
  expect(onReset).toHaveBeenCalledOnce();
  await expect.poll(() => document.activeElement).toBe(screen.getByRole('textbox'));
});

it('says why the roles could not be loaded, and loads them again on request', async () => {
  signIn('admin', 'role:read');
  const get = vi
    .spyOn(api, 'GET')
    .mockRejectedValue(new Problem({ status: 403, code: 403, key: 'forbidden', message: 'No permission' }));
  const { user } = await renderInSettings(<RolesSetting name="secondFactorRoles" />);
  expect((await screen.findByRole('alert')).textContent).toBe('Could not load the roles: No permission');
  const requests = get.mock.calls.length;
  await user.click(screen.getByRole('button', { name: 'Retry' }));
  await expect.poll(() => get.mock.calls.length).toBeGreaterThan(requests);
});
