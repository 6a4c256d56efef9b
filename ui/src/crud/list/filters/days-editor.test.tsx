import { screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { renderInConsole } from '#testing/render.tsx';
import { DaysEditor } from './days-editor.tsx';

it('filters by no range of which a day is half typed', async () => {
  const onChoose = vi.fn();
  const { user, texts } = await renderInConsole(
    <DaysEditor range={{ from: '2026-12-01', to: '2026-12-24' }} onChoose={onChoose} />,
  );
  const lastPart = screen.getAllByRole('spinbutton')[5] as HTMLElement;
  await user.click(lastPart);
  await user.keyboard('{Backspace}{Backspace}');
  await user.click(screen.getByRole('button', { name: texts.common.confirm }));
  expect(onChoose).not.toHaveBeenCalled();
  expect(screen.getByText(texts.kit.halfTyped)).toBeDefined();
  expect(document.activeElement).toBe(lastPart);
  await user.keyboard('31');
  await user.click(screen.getByRole('button', { name: texts.common.confirm }));
  expect(onChoose).toHaveBeenCalledWith({ from: '2026-12-01', to: '2026-12-31' });
});
