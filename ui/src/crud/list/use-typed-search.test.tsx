import { act, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { useDebouncedValue } from '#kit/use-debounced-value.ts';
import { useTypedSearch } from './use-typed-search.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());
const pass = (ms: number) => act(() => vi.advanceTimersByTime(ms));

/** A search whose address follows what was asked for, as the page's does. */
function search(initial = '') {
  const ask = vi.fn();
  const view = renderHook(({ asked }) => useTypedSearch(asked, ask), { initialProps: { asked: initial } });
  const type = (text: string) => act(() => view.result.current.type(text));
  const goTo = (asked: string) => view.rerender({ asked });
  return { ask, type, goTo, typed: () => view.result.current.typed, go: () => act(() => view.result.current.go()) };
}

describe('a search while it is typed', () => {
  it('asks once typing pauses for a quarter of a second', () => {
    const { ask, type } = search();
    type('p');
    pass(200);
    type('pek');
    pass(249);
    expect(ask).not.toHaveBeenCalled();
    pass(1);
    expect(ask).toHaveBeenCalledExactlyOnceWith('pek');
  });

  it('asks at once on Enter, and not again after the pause', () => {
    const { ask, type, go } = search();
    type('pek');
    go();
    pass(1000);
    expect(ask).toHaveBeenCalledExactlyOnceWith('pek');
  });

  it('keeps the space before the next word when its own question comes back by the address', () => {
    const { ask, type, goTo, typed } = search();
    type('new ');
    pass(250);
    expect(ask).toHaveBeenCalledWith('new');
    goTo('new');
    expect(typed()).toBe('new ');
  });

  it('follows the address that somebody else changed: back, a link, cleared filters', () => {
    const { ask, goTo, typed } = search('pek');
    goTo('');
    expect(typed()).toBe('');
    pass(1000);
    expect(ask).not.toHaveBeenCalled();
  });

  it('does not ask for spaces alone', () => {
    const { ask, type } = search();
    type('  ');
    pass(1000);
    expect(ask).not.toHaveBeenCalled();
  });
});

describe('a debounced value', () => {
  it('is the newest one once it has not changed for the pause', () => {
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

  it('is the newest one at once without a pause', () => {
    const { result, rerender } = renderHook(({ value }) => useDebouncedValue(value, 0), {
      initialProps: { value: 'a' },
    });
    rerender({ value: 'b' });
    expect(result.current).toBe('b');
  });
});
