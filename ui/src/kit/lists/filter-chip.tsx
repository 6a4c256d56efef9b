import type { ReactNode } from 'react';
import { Icon } from '#kit/buttons/icon.tsx';
import { useKitTexts } from '#kit/kit-texts.tsx';
import { Popover } from '#kit/layers/popover.tsx';

interface FilterChipProps {
  label: string;
  value: ReactNode;
  onRemove: () => void;
  /** opens on click, usually <FilterValues> */
  editor?: ((close: () => void) => ReactNode) | undefined;
}

/** An active filter condition with its field and value. */
export function FilterChip({ label, value, onRemove, editor }: FilterChipProps) {
  const texts = useKitTexts();
  const content = (
    <>
      <span className="text-ink-2">{label}</span>
      <span className="inline-flex items-center gap-1.5 font-medium">{value}</span>
    </>
  );
  const BODY_CLASS = 'flex h-full items-center gap-1.5 rounded-l-sm pl-2 pr-1';
  return (
    <span className="inline-flex h-7 flex-none max-sm:order-1 items-center rounded-sm bg-accent-soft pointer-coarse:h-10 whitespace-nowrap inset-ring inset-ring-accent-line">
      {editor ? (
        <Popover
          aria-label={label}
          trigger={
            <button type="button" className={BODY_CLASS}>
              {content}
            </button>
          }
        >
          {editor}
        </Popover>
      ) : (
        <span className={BODY_CLASS}>{content}</span>
      )}
      <button
        type="button"
        aria-label={`${texts.remove} ${label}`}
        onClick={onRemove}
        className="grid h-full w-6 place-items-center rounded-r-sm pointer-coarse:w-10 text-ink-3 hover:text-ink"
      >
        <Icon name="close" size={14} />
      </button>
    </span>
  );
}
