import { StreamMark } from '#crud/stream-mark.tsx';
import { number } from '#i18n/format.ts';
import { useTexts } from '#i18n/i18n.ts';
import { Segmented } from '#kit/segmented.tsx';
import { StatusMark } from '#kit/status-mark.tsx';
import { countStates, dots, states } from './lanes.ts';
import { measures } from './sync-search.ts';
import type { Sync } from './use-sync.ts';

/** The page's name, whether it is live, how many subscribers are in which state, what the cells show. */
export function SyncHead({ sync }: { sync: Sync }) {
  const { t } = useTexts();
  const { data, measure, setMeasure } = sync;
  return (
    <header className="flex flex-none flex-wrap items-center gap-x-4 gap-y-2 px-6 pt-3 pb-2.5">
      <h1 className="text-xl font-semibold">{t('sync.title')}</h1>
      <StreamMark {...sync} />
      {data && data.unsequenced > 0 && (
        <span className="text-xs text-ink-3">{t('sync.unsequenced', { n: number(data.unsequenced) })}</span>
      )}
      {data && data.subscribers.length > 0 && (
        <div className="ml-auto flex flex-wrap items-center gap-x-3 gap-y-2">
          <Legend sync={sync} />
          <Segmented
            aria-label={t('sync.measureLabel')}
            value={measure}
            onChange={setMeasure}
            options={measures.map((value) => ({ value, label: t(`sync.measure.${value}`) }))}
          />
        </div>
      )}
    </header>
  );
}

function Legend({ sync: { data } }: { sync: Sync }) {
  const { t } = useTexts();
  const counts = countStates(data?.subscribers ?? []);
  return (
    <ul className="mr-1 flex flex-wrap gap-x-3 text-xs text-ink-2">
      {states.map((state) => (
        <li key={state}>
          <StatusMark status={dots[state]} label={`${t(`sync.state.${state}`)} ${number(counts[state])}`} />
        </li>
      ))}
    </ul>
  );
}
