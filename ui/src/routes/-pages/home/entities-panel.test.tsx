import { screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import type { Schemas } from '#api/metadata.gen.ts';
import { renderInConsole } from '#testing/render.tsx';
import { EntitiesPanel } from './entities-panel.tsx';

vi.mock('@tanstack/react-router', async (original) => ({
  ...(await original<typeof import('@tanstack/react-router')>()),
  Link: ({ to, search, ...rest }: { to: string; search?: object; [name: string]: unknown }) => (
    <a href={`${to}?${JSON.stringify(search)}`} {...rest} />
  ),
}));
vi.mock('#session/use-session.ts', async (original) => ({
  ...(await original<typeof import('#session/use-session.ts')>()),
  useSession: () => ({ can: () => false }),
}));

const counts = { pending: 3, approved: 0, active: 1234, inactive: 0, rejected: 1 };
// the cast: the panel reads nothing but the entities
const data = {
  entities: [{ entity: 'airport', total: 1238, counts, waiting: 0, changes: 0 }],
} as unknown as Schemas['OverviewAnswer']['data'];

it('links each part of the distribution to the records of the status, among which the arrow keys move', async () => {
  const { user } = await renderInConsole(<EntitiesPanel data={data} days={7} incomplete={undefined} />);
  const links = screen.getAllByRole('link').slice(1);
  expect(links.map((link) => [link.getAttribute('aria-label'), link.getAttribute('href')])).toEqual([
    ['Airports: Active 1,234', '/airport?{"status":"active"}'],
    ['Airports: Pending 3', '/airport?{"status":"pending"}'],
    ['Airports: Rejected 1', '/airport?{"status":"rejected"}'],
  ]);
  await user.tab();
  await user.tab();
  expect(document.activeElement).toBe(links[0]);
  await user.keyboard('{ArrowRight}{ArrowRight}{ArrowRight}');
  expect(document.activeElement).toBe(links[2]);
  await user.keyboard('{ArrowLeft}');
  expect(document.activeElement).toBe(links[1]);
});
