import { useTexts } from '#i18n/i18n.ts';
import { cx } from '#kit/cx.ts';
import { StopMark } from '#kit/display/status-timeline.tsx';
import type { ChangeSet, SetStatus } from './change-set.ts';
import { STOP_TONES } from './set-status.tsx';

/** Returns the statuses that a set has had and those that it is to have; where it cannot go on, its own is the last one. */
function stepsOf({ status, effectiveOn }: ChangeSet): readonly SetStatus[] {
  const usualSteps: SetStatus[] = ['open', 'submitted', ...(effectiveOn ? ['scheduled' as const] : []), 'released'];
  if (status === 'rejected') return ['open', 'submitted', 'rejected'];
  if (status === 'held') return ['open', 'submitted', 'scheduled', 'held'];
  if (status === 'withdrawn') return ['open', 'withdrawn'];
  if (status === 'reverted') return [...usualSteps, 'reverted'];
  return usualSteps;
}

/** The statuses of a set as a line of steps, in the head of its page. */
export function ChangeSetLife({ set }: { set: ChangeSet }) {
  const { t } = useTexts();
  const steps = stepsOf(set);
  const current = steps.indexOf(set.status);
  return (
    <ol
      aria-label={t('changeSets.life')}
      className="ml-auto flex flex-none items-center gap-2 text-xs max-sm:order-1 max-sm:w-full max-sm:flex-wrap max-sm:gap-x-1 max-sm:gap-y-0.5 max-sm:pb-1 max-sm:pl-10"
    >
      {steps.map((step, index) => (
        <li
          key={step}
          aria-current={index === current ? 'step' : undefined}
          className={cx(
            'flex items-center gap-2 whitespace-nowrap max-sm:gap-1',
            index === current ? 'font-semibold text-ink' : index < current ? 'text-ink-2' : 'text-ink-3',
          )}
        >
          {index > 0 && (
            <span aria-hidden className={cx('h-px w-5 max-sm:w-2', index <= current ? 'bg-ok' : 'bg-line-strong')} />
          )}
          <span className="flex items-center gap-1.5">
            <StopMark state={index === current ? 'now' : index < current ? 'done' : 'later'} tone={STOP_TONES[step]} />
            {t(`changeSets.status.${step}`)}
          </span>
        </li>
      ))}
    </ol>
  );
}
