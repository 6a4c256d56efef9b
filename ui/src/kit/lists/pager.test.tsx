import { screen, within } from '@testing-library/react';
import { useState } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { languages, renderInConsole } from '#testing/render.tsx';
import { CursorPager, Pager } from './pager.tsx';
import { StatusTabs } from './tabs.tsx';

interface Props {
  first?: number;
  total?: number;
  onPageSize?: (size: number) => void;
}

function Pages({ first = 1, total = 164, onPageSize = () => {} }: Props) {
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

const current = () => screen.getByRole('button', { current: 'page' }).textContent;

describe('a pager', () => {
  it.each(languages)('leads to the next page and back by buttons named in %s', async (language) => {
    const { user, texts } = await renderInConsole(<Pages />, { language });
    const pages = within(screen.getByRole('navigation', { name: texts.kit.pages }));
    await user.click(pages.getByRole('button', { name: texts.kit.nextPage }));
    expect([current(), screen.getByText('21–40 of 164')]).toEqual(['2', expect.anything()]);
    await user.click(pages.getByRole('button', { name: texts.kit.previousPage }));
    expect(current()).toBe('1');
  });

  it('stays on the last page, with the focus, when asked for one more', async () => {
    const { user, texts } = await renderInConsole(<Pages first={9} />);
    const next = screen.getByRole('button', { name: texts.kit.nextPage });
    await user.click(next);
    expect(current()).toBe('9');
    expect(screen.getByText('161–164 of 164')).toBeDefined();
    expect(document.activeElement).toBe(next);
  });

  it('leads straight to the last page', async () => {
    const { user } = await renderInConsole(<Pages />);
    await user.click(screen.getByRole('button', { name: '9' }));
    expect(current()).toBe('9');
  });

  it('counts from nothing where there is nothing', async () => {
    await renderInConsole(<Pages total={0} />);
    expect(screen.getByText('0–0 of 0')).toBeDefined();
  });

  it('offers 10, 20, 50 and 100 to a page', async () => {
    const onPageSize = vi.fn();
    const { user } = await renderInConsole(<Pages onPageSize={onPageSize} />);
    const sizes = within(screen.getByRole('radiogroup', { name: 'Page size' }));
    expect(sizes.getAllByRole('radio')).toHaveLength(4);
    await user.click(sizes.getByRole('radio', { name: '50' }));
    expect(onPageSize).toHaveBeenCalledExactlyOnceWith(50);
  });

  it('by cursors offers no way where there is none', async () => {
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

describe('tabs of statuses', () => {
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
