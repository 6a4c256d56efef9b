import { type KeyboardEvent, useRef } from 'react';
import { cx } from './cx.ts';
import { Icon } from './icon.tsx';
import { InlineClear } from './inline-clear.tsx';
import { Kbd } from './kbd.tsx';
import { useHotkey } from './use-hotkey.ts';

interface SearchFieldProps {
  'aria-label': string;
  value: string;
  onChange: (value: string) => void;
  placeholder?: string | undefined;
  /** the key that brings the focus here from anywhere on the page */
  hotkey?: string | undefined;
  /** Enter: don't wait for the pause after typing */
  onSubmit?: (() => void) | undefined;
  className?: string | undefined;
}

export function SearchField({ value, onChange, hotkey, onSubmit, placeholder, className, ...aria }: SearchFieldProps) {
  const input = useRef<HTMLInputElement>(null);

  useHotkey(hotkey ?? '', () => {
    input.current?.focus();
    input.current?.select();
  });

  function onKeyDown(event: KeyboardEvent) {
    // Enter and Escape belong to the input method while it composes
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Enter') onSubmit?.();
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
        type="search"
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
