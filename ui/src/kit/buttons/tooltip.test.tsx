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

it('names a refused button without a label, which keeps its icon', async () => {
  const { user } = await renderInConsole(
    <div>
      <IconButton icon="trash" aria-label="Remove" disabledReason="Not yours" />
      <IconButton icon="trash" aria-label="Remove mine" />
    </div>,
  );
  await user.tab();
  await screen.findByText('Remove: Not yours');
  const [refused, allowed] = screen.getAllByRole('button').map((button) => button.querySelector('svg')?.innerHTML);
  expect(refused).toBe(allowed);
});

it('does not come back when a dialog that a key has closed returns the focus', async () => {
  const { user } = await renderInConsole(
    <div>
      <input />
      <Tooltip text="Choose a day">
        <button type="button">Day</button>
      </Tooltip>
    </div>,
  );
  const button = screen.getByRole('button', { name: 'Day' });
  await user.tab();
  await user.tab();
  expect(document.activeElement).toBe(button);
  await screen.findByText('Choose a day');
  await user.type(screen.getByRole('textbox'), '12{Enter}');
  button.focus();
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(screen.queryByText('Choose a day')).toBeNull();
});
