import { screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { useKeysForHelp, useShortcut } from '#kit/shortcuts.ts';
import { languages, renderInConsole } from '#testing/render.tsx';
import { Shortcuts } from './shortcuts.tsx';

function Page({ hasCard, isOpen }: { hasCard: boolean; isOpen: boolean }) {
  return (
    <>
      <List />
      {hasCard && <Card />}
      <Shortcuts open={isOpen} onClose={() => {}} />
    </>
  );
}

function List() {
  useShortcut('mod+k', 'search', () => {});
  useKeysForHelp('move');
  return null;
}

function Card() {
  useShortcut('e', 'edit', () => {});
  return null;
}

function Review() {
  useShortcut('a', 'approve', () => {});
  useShortcut('shift+a', 'approveAndActivate', () => {});
  return null;
}

const keysOf = (label: string) =>
  [...(screen.getByText(label).closest('li')?.querySelectorAll('kbd') ?? [])].map(({ textContent }) => textContent);

describe('the dialog of shortcuts', () => {
  it.each(languages)('lists the keys of the mounted components in %s, the innermost first', async (language) => {
    const view = await renderInConsole(<Page hasCard isOpen={false} />, { language });
    const texts = view.texts.shortcuts;
    const findTitles = async () =>
      (await screen.findAllByRole('heading', { level: 3 })).map(({ textContent }) => textContent);
    view.rerender(<Page hasCard isOpen />);
    expect(await findTitles()).toEqual([texts.inCard, texts.inList, texts.anywhere]);
    expect(keysOf(texts.move)).toEqual(['↑', '↓', '←', '→']);
    expect(keysOf(texts.edit)).toEqual(['E']);

    view.rerender(<Page hasCard={false} isOpen={false} />);
    view.rerender(<Page hasCard={false} isOpen />);
    expect(await findTitles()).toEqual([texts.inList, texts.anywhere]);
    expect(screen.queryByText(texts.edit)).toBeNull();
  });

  it.each(languages)('has a group of its own for the keys of the review queue in %s', async (language) => {
    const { texts } = await renderInConsole(<Review />, { language });
    await renderInConsole(<Shortcuts open onClose={() => {}} />, { language });
    expect((await screen.findByRole('heading', { level: 3 })).textContent).toBe(texts.shortcuts.inReview);
    expect(keysOf(texts.shortcuts.approve)).toEqual(['A']);
    expect(keysOf(texts.shortcuts.approveAndActivate)).toEqual(['Shift', 'A']);
  });
});
