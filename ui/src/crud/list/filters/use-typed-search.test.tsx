import { act, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { useDebouncedValue } from '#kit/use-debounced-value.ts';
import { useTypedSearch } from './use-typed-search.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());
const pass = (ms: number) => act(() => vi.advanceTimersByTime(ms));

/** Renders a search whose address follows the requested query, as on a page. */
function search(initial = '') {
  const ask = vi.fn();
  const view = renderHook(({ asked }) => useTypedSearch(asked, ask), { initialProps: { asked: initial } });
  const type = (text: string) => act(() => view.result.current.setTyped(text));
  const goTo = (asked: string) => view.rerender({ asked });
  return {
    ask,
    type,
    goTo,
    typed: () => view.result.current.typed,
    searchNow: () => act(() => view.result.current.searchNow()),
  };
}

describe('useTypedSearch', () => {
  it('searches when typing has paused for 250 ms', () => {
    const { ask, type } = search();
    type('p');
    pass(200);
    type('pek');
    pass(249);
    expect(ask).not.toHaveBeenCalled();
    pass(1);
    expect(ask).toHaveBeenCalledExactlyOnceWith('pek');
  });

  it('searches at once on Enter, and not again after the pause', () => {
    const { ask, type, searchNow } = search();
    type('pek');
    searchNow();
    pass(1000);
    expect(ask).toHaveBeenCalledExactlyOnceWith('pek');
  });

  it('keeps a trailing space when the address changes to its own query', () => {
    const { ask, type, goTo, typed } = search();
    type('new ');
    pass(250);
    expect(ask).toHaveBeenCalledWith('new');
    goTo('new');
    expect(typed()).toBe('new ');
  });

  it('follows changes of the address by navigation or cleared filters', () => {
    const { ask, goTo, typed } = search('pek');
    goTo('');
    expect(typed()).toBe('');
    pass(1000);
    expect(ask).not.toHaveBeenCalled();
  });

  it('does not search for spaces alone', () => {
    const { ask, type } = search();
    type('  ');
    pass(1000);
    expect(ask).not.toHaveBeenCalled();
  });
});

describe('useDebouncedValue', () => {
  it('returns the latest value once it has not changed for the delay', () => {
    const { result, rerender } = renderHook(({ value }) => useDebouncedValue(value, 200), {
      initialProps: { value: 'a' },
    });
    rerender({ value: 'b' });
    pass(199);
    expect(result.current).toBe('a');
    rerender({ value: 'c' });
    pass(199);
    expect(result.current).toBe('a');
    pass(1);
    expect(result.current).toBe('c');
  });

  it('returns the latest value at once without a delay', () => {
    const { result, rerender } = renderHook(({ value }) => useDebouncedValue(value, 0), {
      initialProps: { value: 'a' },
    });
    rerender({ value: 'b' });
    expect(result.current).toBe('b');
  });
});
