import { screen, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { Button } from '#kit/buttons/button.tsx';
import { renderInConsole } from '#testing/render.tsx';
import { Menu, menuLayer } from './menu.tsx';

const ExportMenu = ({ busy }: { busy: boolean }) => (
  <Menu trigger={<Button busy={busy}>Export</Button>} items={[{ id: 'csv', label: 'CSV', onSelect: vi.fn() }]} />
);

it.each([
  ['before its code is loaded', async () => {}],
  ['after its code is loaded', () => menuLayer.load()],
])('does not open while its button is busy, %s', async (_when, prepare) => {
  await prepare();
  const { user, rerender } = await renderInConsole(<ExportMenu busy />);
  const button = screen.getByRole('button', { name: 'Export' });
  await user.click(button);
  for (const key of ['{Enter}', ' ', '{ArrowDown}', '{ArrowUp}']) {
    button.focus();
    await user.keyboard(key);
    expect(screen.queryByRole('menu')).toBeNull();
  }
  rerender(<ExportMenu busy={false} />);
  await user.click(button);
  await waitFor(() => expect(screen.getByRole('menu')).toBeTruthy());
});
