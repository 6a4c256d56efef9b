import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import { screen, within } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { importFixture } from '#imports/import-fixtures.ts';
import type { ImportProps } from '#imports/use-import.ts';
import { renderInConsole } from '#testing/render.tsx';
import { signIn } from '#testing/test-session.ts';
import { ReportActions } from './report-actions.tsx';

beforeEach(() => signIn('editor', 'cabin:import', 'cabin:create', 'cabin:update'));

/** Matches the name of a choice, which its description follows. */
const startsWith = (label: string) => (name: string) => name.startsWith(label);

const counts = { new: 2, changed: 1, unchanged: 0, conflicting: 0, refused: 0 };

async function renderActions(importJob: ImportProps['importJob']) {
  const send = vi.fn();
  // the cast: the actions read nothing else of the machine
  const state = { context: { action: null, problem: null }, matches: () => false } as unknown as ImportProps['state'];
  const element = <ReportActions id={7} importJob={importJob} state={state} send={send} onDiscard={vi.fn()} />;
  const router = createRouter({
    routeTree: createRootRoute({ component: () => element }),
    history: createMemoryHistory(),
  });
  return { send, ...(await renderInConsole(<RouterProvider router={router} />)) };
}

async function openApplyDialog(importJob: ImportProps['importJob']) {
  const rendered = await renderActions(importJob);
  await rendered.user.click(await screen.findByRole('button', { name: /^Import .* rows…$/ }));
  return { ...rendered, dialog: within(await screen.findByRole('dialog')) };
}

it('puts the rows into a change set, whose approval is that of new active records', async () => {
  const importJob = importFixture('staged', { counts, review: 'second-person' });
  const { dialog, user, send, texts } = await openApplyDialog(importJob);
  const active = () => dialog.getByRole<HTMLInputElement>('radio', { name: startsWith(texts.imports.apply.active) });
  expect(active().disabled).toBe(true);
  await user.click(dialog.getByRole('radio', { name: startsWith(texts.imports.apply.set) }));
  await user.click(active());
  await user.click(dialog.getByRole('button', { name: texts.imports.apply.confirmSet }));
  const action = { type: 'apply', as: 'set', rows: 'all', status: 'active' };
  expect(send).toHaveBeenCalledWith({ type: 'RUN_ACTION', action });
});

it('leaves new records pending where they are written at once after all', async () => {
  const importJob = importFixture('staged', { counts, review: 'second-person' });
  const { dialog, user, send, texts } = await openApplyDialog(importJob);
  await user.click(dialog.getByRole('radio', { name: startsWith(texts.imports.apply.set) }));
  await user.click(dialog.getByRole('radio', { name: startsWith(texts.imports.apply.active) }));
  await user.click(dialog.getByRole('radio', { name: texts.imports.apply.records }));
  await user.click(dialog.getByRole('button', { name: 'Import 3 rows' }));
  const action = { type: 'apply', as: 'records', rows: 'all', status: 'pending' };
  expect(send).toHaveBeenCalledWith({ type: 'RUN_ACTION', action });
});

it.each([
  { many: 1999, permissions: ['cabin:create', 'cabin:update'], reason: 'A change set has at most 2,000 changes' },
  { many: 1, permissions: ['cabin:create'], reason: /Update|Edit|Change/ },
])('offers no change set where it would be refused: $reason', async ({ many, permissions, reason }) => {
  signIn('editor', 'cabin:import', ...permissions);
  const importJob = importFixture('staged', { counts: { ...counts, changed: many } });
  const { dialog, texts } = await openApplyDialog(importJob);
  const set = dialog.getByRole<HTMLInputElement>('radio', { name: startsWith(texts.imports.apply.set) });
  expect(set.disabled).toBe(true);
  expect(dialog.getByText(reason)).toBeDefined();
});

it('leads from an import that has become a change set to that, instead of deciding on it', async () => {
  const importJob = importFixture('applied', { outcomes: { proposed: 3 }, changeSetId: 12 });
  const { texts } = await renderActions(importJob);
  const link = await screen.findByRole('link', { name: texts.imports.apply.openSet });
  expect(link.getAttribute('href')).toMatch(/\/change-sets\/12$/);
  expect(screen.queryByRole('button', { name: texts.imports.revert })).toBeNull();
});
