import { Link } from '@tanstack/react-router';
import { routes } from '#api/facts.gen.ts';
import { number } from '#i18n/format.ts';
import { useTexts } from '#i18n/i18n.ts';
import { linkClass } from '#kit/link-button.tsx';
import { Note } from '#kit/note.tsx';
import { useSession } from '#session/use-session.ts';
import { causeOf, statusOf } from './causes.ts';
import type { Lane } from './lanes.ts';
import type { LaneDetail } from './use-lane.ts';

/** What the last try failed of, in plain words, what follows, and which change it is about. */
export function LaneError({ lane, detail }: { lane: Lane; detail: LaneDetail }) {
  const { t } = useTexts();
  const { attempts, parked, lastError } = lane;
  if (!lastError || (attempts === 0 && !parked)) return null;
  const status = statusOf(lastError);
  const sentences = [
    t(`sync.error.${causeOf(lastError)}`),
    t('sync.othersGoOn'),
    parked ? t('sync.isParked') : t('sync.willRetry', { tries: detail.tries }),
  ];
  return (
    <div className="mt-2.5">
      <Note tone={lane.state === 'behind' ? 'warn' : 'bad'}>
        {status && <b className="mr-2 font-medium">HTTP {status}</b>}
        {sentences.join(t('sync.afterSentence'))}
        {!status && (
          <span lang="en" className="block font-mono text-2xs leading-[18px] text-ink-2">
            {lastError}
          </span>
        )}
        {detail.current && <Current record={detail.current} />}
      </Note>
    </div>
  );
}

type Current = NonNullable<LaneDetail['current']>;

/** The change that everything waits for, as the way to its record. */
function Current({ record }: { record: Current }) {
  const { t } = useTexts();
  const { can } = useSession();
  const { entity, recordId, code, action, version, position } = record;
  const name = code ?? `#${recordId}`;
  return (
    <span className="mt-0.5 block text-ink-2">
      {t('sync.standsAt')}{' '}
      {can(`${entity}:read`) && action !== 'delete' ? (
        <Link
          // the lists of all kinds take the record beside them from their address
          to={routes[entity]}
          search={{ id: recordId, panel: 'view' }}
          className={`${linkClass} font-mono`}
        >
          {name}
        </Link>
      ) : (
        <span className="font-mono font-medium">{name}</span>
      )}{' '}
      {t('sync.recordText', { action: t(`act.${action}`), version, position: number(position) })}
    </span>
  );
}
