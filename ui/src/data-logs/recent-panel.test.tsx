import { screen, within } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import type { Schemas } from '#api/metadata.gen.ts';
import { languages, renderInConsole } from '#testing/render.tsx';
import '#entities/city.tsx';
import { RecentPanel } from './recent-panel.tsx';

const permissions = vi.hoisted(() => new Set<string>());

vi.mock('@tanstack/react-router', async (original) => ({
  ...(await original<typeof import('@tanstack/react-router')>()),
  Link: ({ to, search, 'data-item': _, ...rest }: { to: string; search?: object; [name: string]: unknown }) => (
    <a href={`${to}?${JSON.stringify(search)}`} {...rest} />
  ),
}));
vi.mock('#session/use-session.ts', () => ({
  useSession: () => ({ can: (name: string) => permissions.has(name) }),
}));

beforeEach(() => permissions.clear());

const itemOf = (task: Partial<Schemas['DataLogTask']>): Schemas['FoldedDataLogItem'] => ({
  entry: null,
  task: {
    id: 7,
    kind: 'importApply',
    import: { id: 3, filename: 'airports.csv' },
    entities: ['airport', 'city'],
    changes: 1200,
    actor: 'ann',
    firstTime: '2026-11-20T06:32:10.000Z',
    lastTime: '2026-11-20T06:33:10.000Z',
    ...task,
  },
});

it.each(
  languages,
)('an import is one row in %s, with its file, its actor and its number of changes', async (language) => {
  permissions.add('data_log:read');
  const { texts } = await renderInConsole(<RecentPanel items={[itemOf({})]} />, { language });
  const row = within(screen.getByRole('listitem'));
  row.getByText('airports.csv');
  row.getByText(
    language === 'en' ? 'ann · Import · 1,200 changes' : `ann · ${texts.dataLogs.task.importApply} · 1,200 条变更`,
  );
  expect(row.getByRole('link').getAttribute('href')).toBe('/data-logs?{"task":7}');
});

it('an action on all matches names the kinds that it changed', async () => {
  permissions.add('data_log:read');
  const item = itemOf({ kind: 'bulkChange', import: null, entities: ['airport'], changes: 1 });
  await renderInConsole(<RecentPanel items={[item]} />);
  expect(screen.getByRole('listitem').textContent).toContain('Airports');
  expect(screen.getByRole('listitem').textContent).toContain('1 change');
});

it('a row of a task leads nowhere without the permission to read the log', async () => {
  await renderInConsole(<RecentPanel items={[itemOf({})]} />);
  screen.getByText('airports.csv');
  expect(screen.queryByRole('link')).toBeNull();
});

it('names the author beside the name where the values take the line below, and the system in words', async () => {
  const entry = {
    seq: 9,
    entity: 'city',
    recordId: 44,
    code: 'BJS',
    name: 'Beijing',
    locales: {},
    action: 'update',
    actor: 'reviewer',
    proposer: 'editor',
    time: '2026-11-20T06:32:10.000Z',
    changes: ['/name'],
    values: [{ pointer: '/name', before: 'Peking', after: 'Beijing' }],
    exists: true,
  };
  const creation = { ...entry, seq: 8, action: 'create', actor: 'system', proposer: null, changes: [], values: [] };
  // the cast: a line reads nothing else
  const items = [entry, creation].map((each) => ({ entry: each, task: null })) as never;
  const { container } = await renderInConsole(<RecentPanel items={items} />);
  const [update, created] = [...container.querySelectorAll('li')].map(({ textContent }) => textContent);
  expect(update).toMatch(/Beijingeditor · reviewerNamePeking→Beijing$/);
  expect(created).toMatch(/System created$/);
});
