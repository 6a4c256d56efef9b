import { type KeyboardEvent, useRef } from 'react';
import { Icon } from '#kit/buttons/icon.tsx';
import { Kbd } from '#kit/buttons/kbd.tsx';
import { useHotkey } from '#kit/buttons/use-hotkey.ts';
import { cx } from '#kit/cx.ts';
import { InlineClear } from './inline-clear.tsx';

interface SearchFieldProps {
  'aria-label': string;
  value: string;
  onChange: (value: string) => void;
  placeholder?: string | undefined;
  /** the key that brings the focus here from anywhere on the page */
  hotkey?: string | undefined;
  /** Enter: don't wait for the pause after typing */
  onSubmit?: (() => void) | undefined;
  autoFocus?: boolean | undefined;
  className?: string | undefined;
}

export function SearchField(props: SearchFieldProps) {
  const { value, onChange, hotkey, onSubmit, placeholder, autoFocus, className, ...aria } = props;
  const input = useRef<HTMLInputElement>(null);

  useHotkey(hotkey ?? '', () => {
    input.current?.focus();
    input.current?.select();
  });

  function onKeyDown(event: KeyboardEvent) {
    // Enter and Escape belong to the input method while it composes
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Enter' && onSubmit) {
      // nor shall the key press what the focus moves to
      event.preventDefault();
      onSubmit();
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
        // biome-ignore lint/a11y/noAutofocus: for layers that open to be typed into
        autoFocus={autoFocus}
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
