import type { MouseEvent } from 'react';
import { Icon } from '#kit/buttons/icon.tsx';
import { useKitTexts } from '#kit/kit-texts.tsx';

/** The button that empties a field. It is not in the tab order, since Delete and Backspace do the same. */
export function InlineClear({ onClear, label }: { onClear: () => void; label?: string | undefined }) {
  const texts = useKitTexts();
  function clearAndFocus(event: MouseEvent<HTMLButtonElement>) {
    event.stopPropagation();
    const input = event.currentTarget.closest('.control, [data-control]')?.querySelector('input');
    onClear();
    input?.focus();
  }
  return (
    <button
      type="button"
      tabIndex={-1}
      aria-label={label ?? texts.clear}
      onMouseDown={(event) => event.preventDefault()}
      onClick={clearAndFocus}
      className="-mx-1 grid size-6 flex-none pointer-coarse:mx-0 pointer-coarse:size-10 place-items-center rounded-sm text-ink-3 hover:bg-active hover:text-ink"
    >
      <Icon name="close" size={14} />
    </button>
  );
}
