import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { fullTime, number, shortTime } from '#i18n/format.ts';
import { useTexts } from '#i18n/i18n.ts';
import { ChangesLink } from './changes-link.tsx';
import { type Overview, usePeriodText } from './overview.ts';
import type { Period } from './period.ts';

const sumValues = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);

export function Figures({ data, days }: { data: Overview; days: Period }) {
  const { t } = useTexts();
  const { oldest } = data.reviews;
  const total = sumValues(data.entities.map((kind) => kind.total));
  const active = sumValues(data.entities.map(({ counts }) => counts.active ?? 0));
  // rounded down, so that 100 % means all
  const percent = total === 0 ? 0 : Math.floor((active / total) * 100);
  return (
    <dl className="grid flex-none grid-cols-2 rounded-md border border-line bg-panel lg:grid-cols-4">
      <Figure
        title={t('home.waiting')}
        value={
          data.reviews.total === 0 ? (
            number(0)
          ) : (
            <Link to="/" search={{ review: 'all' }} className="rounded-xs hover:underline">
              {number(data.reviews.total)}
            </Link>
          )
        }
        note={
          oldest ? (
            <time dateTime={oldest} title={fullTime(oldest)}>
              {t('home.oldest', { time: shortTime(oldest) })}
            </time>
          ) : (
            t('home.nothingWaits')
          )
        }
      />
      <Figure
        title={t('home.changes')}
        value={<ChangesLink days={days} count={data.changes} />}
        note={usePeriodText(days)}
      />
      <Figure title={t('home.records')} value={number(total)} note={t('home.kinds', { count: data.entities.length })} />
      <Figure title={t('home.active')} value={number(active)} note={t('home.activeOf', { percent })} />
    </dl>
  );
}

function Figure({ title, value, note }: { title: string; value: ReactNode; note: ReactNode }) {
  return (
    <div className="min-w-0 border-line px-4 pt-2.5 pb-3 not-first:border-l max-lg:nth-3:border-l-0 max-lg:nth-[n+3]:border-t">
      <dt className="min-w-0 truncate text-xs text-ink-3">{title}</dt>
      <dd className="flex items-baseline gap-2">
        <b className="text-2xl font-semibold tracking-[-0.02em]">{value}</b>
        <span className="min-w-0 truncate text-xs text-ink-3">{note}</span>
      </dd>
    </div>
  );
}
