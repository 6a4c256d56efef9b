import { type KeyboardEvent, useRef } from 'react';
import { Icon } from '#kit/buttons/icon.tsx';
import { Kbd } from '#kit/buttons/kbd.tsx';
import { cx } from '#kit/cx.ts';
import { useShortcut } from '#kit/shortcuts.ts';
import { InlineClear } from './inline-clear.tsx';

interface SearchFieldProps {
  'aria-label': string;
  value: string;
  onChange: (value: string) => void;
  placeholder?: string | undefined;
  /** the key that focuses the field from anywhere on the page */
  hotkey?: string | undefined;
  /** called on Enter, to search without waiting for the debounce */
  onSubmit?: (() => void) | undefined;
  /** called on the down arrow, which moves to the results */
  onArrowDown?: (() => void) | undefined;
  autoFocus?: boolean | undefined;
  className?: string | undefined;
}

export function SearchField(props: SearchFieldProps) {
  const { value, onChange, hotkey, onSubmit, onArrowDown, placeholder, autoFocus, className, ...aria } = props;
  const input = useRef<HTMLInputElement>(null);

  const focus = () => {
    input.current?.focus();
    input.current?.select();
  };
  useShortcut(hotkey ?? '', 'filter', focus, { active: hotkey !== undefined });

  function onKeyDown(event: KeyboardEvent) {
    // Enter and Escape belong to the input method while it composes
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Enter' && onSubmit) {
      // the same key press must not activate the element that gets the focus
      event.preventDefault();
      onSubmit();
    }
    if (event.key === 'ArrowDown' && onArrowDown) {
      event.preventDefault();
      onArrowDown();
    }
    if (event.key !== 'Escape') return;
    event.preventDefault();
    if (value === '') input.current?.blur();
    else onChange('');
  }

  return (
    <div className={cx('control control-sm control-soft pr-1', className)}>
      <Icon name="search" size={14} className="text-ink-2" />
      <input
        {...aria}
        ref={input}
        // biome-ignore lint/a11y/noAutofocus: for popovers that open with a search field
        autoFocus={autoFocus}
        type="search"
        dir="auto"
        value={value}
        placeholder={placeholder}
        autoComplete="off"
        spellCheck={false}
        aria-keyshortcuts={hotkey}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={onKeyDown}
        className="bare-input"
      />
      {value !== '' ? (
        <span className="mr-1 flex">
          <InlineClear onClear={() => onChange('')} />
        </span>
      ) : (
        hotkey && <Kbd>{hotkey}</Kbd>
      )}
    </div>
  );
}
