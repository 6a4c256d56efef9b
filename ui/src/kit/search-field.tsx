import { type KeyboardEvent, useEffect, useRef } from 'react';
import { cx } from './cx.ts';
import { Icon } from './icon.tsx';
import { InlineClear } from './inline-clear.tsx';
import { Kbd } from './kbd.tsx';

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

  useEffect(() => {
    if (!hotkey) return;
    function onKey(event: globalThis.KeyboardEvent) {
      if (event.key !== hotkey || event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
      if (event.target instanceof Element && event.target.closest('input, textarea, select, [contenteditable]')) return;
      if (document.querySelector('[aria-modal="true"]')) return;
      event.preventDefault();
      input.current?.focus();
      input.current?.select();
    }
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [hotkey]);

  function onKeyDown(event: KeyboardEvent) {
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
