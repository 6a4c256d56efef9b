import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { queryClient } from '#crud/read/query-client.ts';
import { importFixture, testProblem } from '#imports/import-fixtures.ts';
import type { ImportProps } from '#imports/use-import.ts';
import { api } from '#session/session.ts';
import { queryClientWrapper } from '#testing/query-client-wrapper.tsx';
import { renderInConsole } from '#testing/render.tsx';
import { signIn } from '#testing/test-session.ts';
import { AppliedActions } from './applied-actions.tsx';

const get = vi.spyOn(api, 'GET');
const decision = { ready: 3, left: {} };
const forecast = { approve: decision, reject: decision, activate: { ready: 0, left: {} }, becomes: {}, missing: [] };

beforeEach(() => {
  queryClient.clear();
  get.mockReset();
  signIn('reviewer', 'cabin:review', 'cabin:import');
});

it('says why it cannot count what can be decided, and counts it on request', async () => {
  get.mockRejectedValue(testProblem(500));
  // the cast: the actions read nothing else of the machine
  const state = { context: { action: null, problem: null }, matches: () => false } as unknown as ImportProps['state'];
  const importJob = importFixture('applied', { outcomes: { created: 3 } });
  const element = <AppliedActions id={7} importJob={importJob} state={state} send={vi.fn()} onDiscard={vi.fn()} />;
  const { user, texts } = await renderInConsole(element, { wrapper: queryClientWrapper });
  expect((await screen.findByRole('alert')).textContent).toContain('Could not count what can be decided: …');
  expect(screen.queryByRole('button', { name: /^Approve/ })).toBeNull();
  expect(screen.getByRole('button', { name: texts.imports.revert })).toBeDefined();
  // the cast: the actions read nothing but the data
  get.mockResolvedValue({ data: forecast } as never);
  await user.click(screen.getByRole('button', { name: texts.common.retry }));
  const approve = await screen.findByRole('button', { name: 'Approve 3' });
  await waitFor(() => expect(approve.getAttribute('aria-busy')).toBeNull());
  expect(screen.queryByRole('alert')).toBeNull();
});
