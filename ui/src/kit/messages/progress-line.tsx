import { cx } from '#kit/cx.ts';
import { useKitTexts } from '#kit/kit-texts.tsx';

/** An indeterminate progress bar of 2 px above content that is being reloaded. */
export function ProgressLine({ className }: { className?: string | undefined }) {
  const texts = useKitTexts();
  return (
    <div
      role="progressbar"
      aria-label={texts.loading}
      className={cx('animate-fade-in-delayed h-0.5 overflow-hidden', className)}
    >
      <div className="animate-sweep motion-reduce:animate-none h-full w-2/5 bg-accent" />
    </div>
  );
}

interface ProgressBarProps {
  value: number;
  max?: number | undefined;
  'aria-label': string;
}

export function ProgressBar({ value, max = 100, ...aria }: ProgressBarProps) {
  const fraction = max > 0 ? Math.min(1, Math.max(0, value / max)) : 0;
  return (
    <div
      {...aria}
      role="progressbar"
      aria-valuenow={Math.round(fraction * 100)}
      aria-valuemin={0}
      aria-valuemax={100}
      className="h-1 overflow-hidden rounded-full bg-active"
    >
      <div style={{ width: `${fraction * 100}%` }} className="h-full bg-accent" />
    </div>
  );
}
