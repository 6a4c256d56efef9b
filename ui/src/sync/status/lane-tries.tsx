import type { Schemas } from '#api/facts.gen.ts';
import { fullTime, number } from '#i18n/format.ts';
import { useTexts } from '#i18n/i18n.ts';
import { cx } from '#kit/cx.ts';
import { Dot, type DotTone } from '#kit/status-mark.tsx';
import { causeOf, shortCause } from './causes.ts';
import { clock } from './durations.ts';
import type { LaneDetail } from './use-lane.ts';

type Delivery = Schemas['Delivery'];

const tones: Record<Delivery['outcome'], DotTone> = {
  delivered: 'ok',
  failed: 'bad',
  parked: 'bad',
  gone: 'bad',
  skipped: 'idle',
  lost: 'warn',
};

/** What came of the last tries, newest first. */
export function LaneTries({ detail }: { detail: LaneDetail | undefined }) {
  const { t } = useTexts();
  const tries = detail?.deliveries ?? [];
  return (
    <div className="flex min-h-0 min-w-0 flex-col px-4 py-2.5">
      <h3 className="mb-1 text-xs font-medium text-ink-2">{t('sync.tries')}</h3>
      {detail && tries.length === 0 && <p className="text-xs text-ink-3">{t('sync.noTries')}</p>}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a list that scrolls is scrolled by keys too */}
      <ul tabIndex={0} aria-label={t('sync.tries')} className="-mx-1 max-h-66 min-h-0 overflow-y-auto px-1">
        {tries.map((each) => (
          <Try key={each.id} delivery={each} />
        ))}
      </ul>
    </div>
  );
}

function Try({ delivery }: { delivery: Delivery }) {
  const { t } = useTexts();
  const { time, outcome, attempt, status, error, kind, reason, record, duration } = delivery;
  const word = t(`sync.outcome.${outcome}`, { n: attempt });
  const code = status ?? (error ? t(`sync.short.${shortCause(causeOf(error))}`) : '');
  const hint = [
    fullTime(time),
    record && `${record.code ?? record.recordId} v${record.version}`,
    outcome !== 'skipped' && `${number(duration)} ms`,
    reason ?? error,
  ];
  return (
    <li title={hint.filter(Boolean).join(' · ')} className="flex h-6.5 items-center gap-2 text-xs">
      <Dot tone={tones[outcome]} />
      <time dateTime={time} className="font-mono">
        {clock(time)}
      </time>
      <span className={cx('cut', typeof code === 'number' && 'font-mono', outcome === 'delivered' && 'text-ink-2')}>
        {code}
      </span>
      <span className="ml-auto flex-none text-ink-3">
        {kind === 'change' ? word : `${t(`sync.kindOfTry.${kind}`)} · ${word}`}
      </span>
    </li>
  );
}
