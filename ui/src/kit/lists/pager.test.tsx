import { screen, within } from '@testing-library/react';
import { useState } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { languages, renderInConsole } from '#testing/render.tsx';
import { CursorPager, Pager } from './pager.tsx';
import { StatusTabs } from './status-tabs.tsx';

interface Props {
  first?: number;
  total?: number;
  onPageSize?: (size: number) => void;
}

function TestPager({ first = 1, total = 164, onPageSize = () => {} }: Props) {
  const [page, setPage] = useState(first);
  return (
    <Pager
      page={page}
      total={total}
      pageSize={20}
      onPage={setPage}
      onPageSize={onPageSize}
      sizeLabel="Page size"
      text={(from, to, all) => `${from}–${to} of ${all}`}
    />
  );
}

const currentPage = () => screen.getByRole('button', { current: 'page' }).textContent;

describe('a pager', () => {
  it.each(languages)('moves to the next page and back by buttons labelled in %s', async (language) => {
    const { user, texts } = await renderInConsole(<TestPager />, { language });
    const pages = within(screen.getByRole('navigation', { name: texts.kit.pages }));
    await user.click(pages.getByRole('button', { name: texts.kit.nextPage }));
    expect([currentPage(), screen.getByText('21–40 of 164')]).toEqual(['2', expect.anything()]);
    await user.click(pages.getByRole('button', { name: texts.kit.previousPage }));
    expect(currentPage()).toBe('1');
  });

  it('stays on the last page and keeps the focus when the next page is requested', async () => {
    const { user, texts } = await renderInConsole(<TestPager first={9} />);
    const next = screen.getByRole('button', { name: texts.kit.nextPage });
    await user.click(next);
    expect(currentPage()).toBe('9');
    expect(screen.getByText('161–164 of 164')).toBeDefined();
    expect(document.activeElement).toBe(next);
  });

  it('moves directly to the last page', async () => {
    const { user } = await renderInConsole(<TestPager />);
    await user.click(screen.getByRole('button', { name: '9' }));
    expect(currentPage()).toBe('9');
  });

  it('shows 0–0 of 0 for an empty list', async () => {
    await renderInConsole(<TestPager total={0} />);
    expect(screen.getByText('0–0 of 0')).toBeDefined();
  });

  it('offers page sizes of 10, 20, 50 and 100', async () => {
    const onPageSize = vi.fn();
    const { user } = await renderInConsole(<TestPager onPageSize={onPageSize} />);
    const sizes = within(screen.getByRole('radiogroup', { name: 'Page size' }));
    expect(sizes.getAllByRole('radio')).toHaveLength(4);
    await user.click(sizes.getByRole('radio', { name: '50' }));
    expect(onPageSize).toHaveBeenCalledExactlyOnceWith(50);
  });

  it('disables the button to a page that a cursor list does not have', async () => {
    const onNext = vi.fn();
    const sizes = { pageSize: 20, onPageSize: () => {}, sizeLabel: 'Page size' };
    const { user, texts } = await renderInConsole(<CursorPager {...sizes} text="20 lines" onNext={onNext} />);
    const previous = screen.getByRole('button', { name: texts.kit.previousPage });
    expect(previous.getAttribute('aria-disabled')).toBe('true');
    await user.click(previous);
    await user.click(screen.getByRole('button', { name: texts.kit.nextPage }));
    expect(onNext).toHaveBeenCalledOnce();
  });
});

describe('StatusTabs', () => {
  it('are pressed buttons with their counts', async () => {
    const onSelect = vi.fn();
    const tabs = [
      { id: 'all', label: 'All', count: 164 },
      { id: 'pending', label: 'Pending', count: 3 },
    ];
    const bar = <StatusTabs aria-label="Status" tabs={tabs} selected="all" onSelect={onSelect} />;
    const { user } = await renderInConsole(bar);
    const group = within(screen.getByRole('group', { name: 'Status' }));
    expect(group.getByRole('button', { pressed: true }).textContent).toBe('All164');
    await user.click(group.getByRole('button', { name: /Pending/ }));
    expect(onSelect).toHaveBeenCalledExactlyOnceWith('pending');
  });
});
