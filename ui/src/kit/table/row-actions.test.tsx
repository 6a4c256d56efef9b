import { screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { menuLayer } from '#kit/layers/menu.tsx';
import { renderInConsole } from '#testing/render.tsx';
import { RowActions } from './row-actions.tsx';

test('a row mounts its menu only once it is pressed, even if another menu has loaded the code', async () => {
  await menuLayer.load();
  const edit = vi.fn();
  const actions = [{ id: 'edit', label: 'Edit', icon: 'edit', onSelect: edit } as const];
  const { user, texts } = await renderInConsole(<RowActions actions={actions} />);
  const trigger = screen.getByRole('button', { name: texts.kit.rowActions });
  expect(trigger.id).not.toContain('headlessui');
  await user.click(trigger);
  await user.click(await screen.findByRole('menuitem', { name: 'Edit' }));
  expect(edit).toHaveBeenCalledOnce();
});
