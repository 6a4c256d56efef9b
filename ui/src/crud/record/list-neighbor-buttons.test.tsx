import { screen } from '@testing-library/react';
import { useState } from 'react';
import { expect, it } from 'vitest';
import { renderInConsole } from '#testing/render.tsx';
import { ListNeighborButtons } from './list-neighbor-buttons.tsx';

const pages = [[{ id: 1 }, { id: 2 }], [{ id: 3 }]];

/** A list whose pages are loaded when the test says so. */
function TestList() {
  const [search, setSearch] = useState<{ id?: number; page: number }>({ id: 2, page: 1 });
  const [loadedPage, setLoadedPage] = useState(1);
  const data = { items: pages[loadedPage - 1] ?? [], page: loadedPage, pageSize: 2, total: 3 };
  return (
    <>
      <p role="status">{`${search.id} on ${search.page}`}</p>
      <ListNeighborButtons
        list={{ data, search, set: (changes) => setSearch((before) => ({ ...before, ...changes })) }}
      />
      <button type="button" onClick={() => setLoadedPage(search.page)}>
        Load
      </button>
      <button type="button" onClick={() => setSearch({ id: 1, page: 1 })}>
        Open the first
      </button>
      <button type="button" onClick={() => setSearch({ id: 1, page: 2 })}>
        Turn the page
      </button>
    </>
  );
}

const status = () => screen.getByRole('status').textContent;

it('keep the focus across pages, and look unavailable where they lead nowhere', async () => {
  const { user, texts } = await renderInConsole(<TestList />);
  const next = screen.getByRole('button', { name: texts.list.next });
  await user.click(next);
  expect([status(), document.activeElement]).toEqual(['2 on 2', next]);
  await user.click(screen.getByRole('button', { name: 'Load' }));
  expect(status()).toBe('3 on 2');
  expect(screen.getByRole('button', { name: texts.list.next })).toBe(next);
  expect(next.getAttribute('aria-disabled')).toBe('true');
  expect(screen.getByRole('button', { name: texts.list.previous }).getAttribute('aria-disabled')).toBeNull();
});

it('do not show a record of a later page once the user has opened another one', async () => {
  const { user, texts } = await renderInConsole(<TestList />);
  await user.click(screen.getByRole('button', { name: texts.list.next }));
  await user.click(screen.getByRole('button', { name: 'Open the first' }));
  await user.click(screen.getByRole('button', { name: 'Turn the page' }));
  await user.click(screen.getByRole('button', { name: 'Load' }));
  expect(status()).toBe('1 on 2');
});
