import type { ReactNode } from 'react';
import { Tooltip } from '#kit/buttons/tooltip.tsx';
import { cx } from '#kit/cx.ts';
import { useKitTexts } from '#kit/kit-texts.tsx';

interface CodeProps {
  children: ReactNode;
  /** for a code beside a name: 北京 BJS */
  small?: boolean | undefined;
  className?: string | undefined;
}

export function Code({ children, small, className }: CodeProps) {
  return (
    <span
      translate="no"
      className={cx(
        'inline-flex max-w-full flex-none items-center rounded-xs border border-chip-line bg-chip font-mono tracking-[0.03em] whitespace-nowrap',
        small
          ? 'h-4 px-1 text-2xs font-medium text-ink-2'
          : 'h-5 px-[5px] text-xs leading-[18px] font-semibold text-ink',
        className,
      )}
    >
      <span className="min-w-0 truncate">{children}</span>
    </span>
  );
}

/** A secondary code in a column of its own. */
export function CodeText({ children, className }: { children: ReactNode; className?: string | undefined }) {
  return (
    <span
      translate="no"
      className={cx('font-mono text-xs font-medium tracking-[0.03em] whitespace-nowrap text-ink-2', className)}
    >
      {children}
    </span>
  );
}

/** Codes above this length may be cut. */
const MAX_FITTING_LENGTH = 12;

interface CodeBadgeProps {
  children: string;
  size?: 'lg' | 'md' | undefined;
  outline?: boolean | undefined;
  /** Copies the code; without it the badge is not a button. */
  onCopy?: ((code: string) => void) | undefined;
}

/** The large code of the record that a page shows. */
export function CodeBadge({ children, size = 'lg', outline, onCopy }: CodeBadgeProps) {
  const texts = useKitTexts();
  const className = cx(
    'inline-flex max-w-full flex-none items-center rounded-sm font-mono tracking-[0.04em]',
    // the mono font sits a pixel too low
    size === 'lg' ? 'h-9 px-2.5 pb-0.5' : 'h-7 px-2 text-[17px]/7',
    outline ? 'font-medium text-ink-2 inset-ring inset-ring-line-strong' : 'bg-plate font-semibold text-on-plate',
    size === 'lg' && (outline ? 'text-[18px]/9' : 'text-[24px]/9'),
  );
  if (!onCopy) {
    return (
      <span translate="no" className={className}>
        <span className="min-w-0 truncate">{children}</span>
      </span>
    );
  }
  return (
    <Tooltip text={children.length > MAX_FITTING_LENGTH ? `${children}\n${texts.copy}` : texts.copy}>
      <button
        type="button"
        translate="no"
        className={cx(className, 'pointer-coarse:h-10')}
        aria-label={`${children}, ${texts.copy}`}
        onClick={() => onCopy(children)}
      >
        <span className="min-w-0 truncate">{children}</span>
      </button>
    </Tooltip>
  );
}
