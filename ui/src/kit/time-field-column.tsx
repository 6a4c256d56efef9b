import { type KeyboardEvent, type Ref, useEffect, useId, useRef } from 'react';
import { cx } from './cx.ts';

interface ColumnProps {
  'aria-label': string;
  options: readonly string[];
  value: string | undefined;
  onChange: (value: string) => void;
  onKeyDown: (event: KeyboardEvent) => void;
  columnRef: Ref<HTMLDivElement>;
}

/** One column of a time: the arrow keys set the value, as they do in the field. */
export function TimeColumn({ options, value, onChange, onKeyDown, columnRef, ...aria }: ColumnProps) {
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const here = value === undefined ? -1 : options.indexOf(value);

  useEffect(() => {
    const option = list.current?.children[Math.max(here, 0)];
    if (!(option instanceof HTMLElement) || !list.current?.parentElement) return;
    // not scrollIntoView, which would move the page, too
    list.current.parentElement.scrollTop = option.offsetTop - list.current.offsetTop - 56;
  }, [here]);

  function move(event: KeyboardEvent) {
    const steps: Record<string, number> = { ArrowDown: here + 1, ArrowUp: here - 1, Home: 0, End: -1 };
    const step = steps[event.key];
    if (step === undefined) return onKeyDown(event);
    event.preventDefault();
    // round and round, as in the field
    const next = options.at(step % options.length);
    if (next !== undefined) onChange(next);
  }

  return (
    <div
      {...aria}
      ref={columnRef}
      role="listbox"
      tabIndex={0}
      aria-activedescendant={here < 0 ? undefined : `${id}-${value}`}
      onKeyDown={move}
      className="h-44 overflow-y-auto p-1 outline-none not-first:border-l not-first:border-line focus-visible:inset-ring-2 focus-visible:inset-ring-focus"
    >
      <div ref={list} role="presentation">
        {options.map((option) => (
          // biome-ignore lint/a11y/useFocusableInteractive: the list has the focus and names its active option
          // biome-ignore lint/a11y/useKeyWithClickEvents: the list hears the keys
          <div
            key={option}
            id={`${id}-${option}`}
            role="option"
            aria-selected={option === value}
            onClick={() => onChange(option)}
            className={cx(
              'grid h-7 cursor-default place-items-center rounded-sm font-mono',
              option === value ? 'bg-accent font-semibold text-on-accent' : 'hover:bg-active',
            )}
          >
            {option}
          </div>
        ))}
      </div>
    </div>
  );
}
