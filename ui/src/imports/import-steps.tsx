import { useTexts } from '#i18n/i18n.ts';
import { cx } from '#kit/cx.ts';
import type { Import, ImportStatus } from './import.ts';

const steps = ['upload', 'map', 'check', 'apply', 'decide'] as const;

const stepOf: Record<ImportStatus, number> = {
  uploading: 0,
  uploaded: 1,
  staging: 2,
  staged: 2,
  failed: 2,
  applying: 3,
  applied: 4,
  deciding: 4,
  // what is taken back has no stop of its own
  reverting: -1,
  reverted: -1,
};

/** How far an import has come: a line with its stops, green up to now. */
export function ImportSteps({ found, mapping }: { found: Pick<Import, 'status' | 'review'>; mapping?: boolean }) {
  const { t } = useTexts();
  // where nobody decides, the last stop is that it is applied
  const shown = steps.filter((step) => step !== 'decide' || found.review !== 'none');
  const now = Math.min(mapping ? 1 : stepOf[found.status], shown.length - 1);
  if (now < 0) return null;
  return (
    <ol aria-label={t('imports.steps')} className="hidden flex-none items-center @4xl:flex">
      {shown.map((step, index) => (
        <li key={step} aria-current={index === now ? 'step' : undefined} className="flex items-center text-xs">
          {index > 0 && <i aria-hidden className={cx('mx-2 h-0.5 w-5', index <= now ? 'bg-ok' : 'bg-line-strong')} />}
          <i
            aria-hidden
            className={cx(
              'mr-1.5 size-2.5 flex-none rounded-full',
              index < now && 'bg-panel inset-ring-2 inset-ring-ok',
              index === now && 'bg-ok ring-3 ring-ok-soft',
              index > now && 'bg-panel inset-ring-2 inset-ring-line-strong',
            )}
          />
          <span className={index === now ? 'font-semibold' : index > now ? 'text-ink-3' : 'text-ink-2'}>
            {t(`imports.step.${step}`)}
          </span>
        </li>
      ))}
    </ol>
  );
}
