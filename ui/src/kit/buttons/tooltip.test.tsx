import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { renderInConsole } from '#testing/render.tsx';
import { IconButton } from './button.tsx';
import { Tooltip } from './tooltip.tsx';

it('does not cover the menu of an expanded button', async () => {
  const { user } = await renderInConsole(
    <div>
      <Tooltip text="Later tooltip" showOnPress>
        <button type="button">First</button>
      </Tooltip>
      <Tooltip text="Tooltip of the menu" hoverDelayMs={0}>
        <button type="button" aria-expanded>
          Second
        </button>
      </Tooltip>
    </div>,
  );
  await user.hover(screen.getByRole('button', { name: 'Second' }));
  screen.getByRole('button', { name: 'First' }).focus();
  await screen.findByText('Later tooltip');
  expect(screen.queryByText('Tooltip of the menu')).toBeNull();
});

it('names a refused button that shows a lock instead of its icon', async () => {
  const { user } = await renderInConsole(<IconButton icon="trash" aria-label="Remove" disabledReason="Not yours" />);
  await user.tab();
  await screen.findByText('Remove: Not yours');
});
