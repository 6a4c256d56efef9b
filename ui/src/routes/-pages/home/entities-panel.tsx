import { Link } from '@tanstack/react-router';
import { type KeyboardEvent, useState } from 'react';
import { type EntityKey, routes, type Schemas, type Status } from '#api/metadata.gen.ts';
import { entities } from '#entities/index.ts';
import { number } from '#i18n/format.ts';
import { useTexts } from '#i18n/i18n.ts';
import { lastDays } from '#i18n/viewer-days.ts';
import { Icon } from '#kit/buttons/icon.tsx';
import { linkClass } from '#kit/buttons/link-button.tsx';
import { cx } from '#kit/cx.ts';
import { Panel } from '#kit/display/panel.tsx';
import { StatusMark } from '#kit/display/status-mark.tsx';
import { useSession } from '#session/use-session.ts';
import { getEntity } from '../../-frame/get-entity.ts';
import type { Period } from './home-search.ts';

const headClass = 'h-7 px-2 text-xs font-normal text-ink-3 first:pl-4 last:pr-4';
const cellClass = 'h-8.25 border-t pointer-coarse:h-10 border-line px-2 whitespace-nowrap first:pl-4 last:pr-4';
const figureClass = 'text-end font-mono text-xs';

const inMenuOrder = (kinds: Overview['entities']) =>
  entities.flatMap(({ key }) => kinds.filter(({ entity }) => entity === key));

/** The number of records of each entity by status, and its pending reviews and changes. */
interface Props {
  data: Overview;
  days: Period;
  /** How many records of each entity lack a field that approval requires; entities without such records are left out. */
  incomplete: Schemas['WorklistAnswer']['data']['incomplete'] | undefined;
}

export function EntitiesPanel({ data, days, incomplete = [] }: Props) {
  const { t } = useTexts();
  const period = usePeriodText(days);
  return (
    <Panel flush title={t('home.overview')} aside={<Legend />}>
      <table className="w-full table-fixed">
        <thead>
          <tr>
            <th className={`${headClass} w-40 text-start max-sm:w-auto`}>{t('home.kind')}</th>
            <th className={`${headClass} w-20 text-end max-sm:w-14`}>{t('common.total')}</th>
            <th className={`${headClass} pl-5 max-sm:hidden`}>
              <span className="flex justify-between">
                {t('home.spread')}
                {incomplete.length > 0 && <span>{t('home.completeShare')}</span>}
              </span>
            </th>
            <th className={`${headClass} w-20 text-end max-sm:w-18`}>{t('home.toReview')}</th>
            <th className={`${headClass} w-22 text-end max-sm:w-18`} title={t('home.changes')}>
              {period}
            </th>
          </tr>
        </thead>
        <tbody>
          {inMenuOrder(data.entities).map((kind) => (
            <EntityRow
              key={kind.entity}
              kind={kind}
              days={days}
              incompleteCount={
                incomplete.length > 0
                  ? (incomplete.find(({ entity }) => entity === kind.entity)?.count ?? 0)
                  : undefined
              }
            />
          ))}
        </tbody>
      </table>
    </Panel>
  );
}

interface KindProps {
  kind: Overview['entities'][number];
  days: Period;
  /** Undefined if no entity has incomplete records. */
  incompleteCount: number | undefined;
}

function EntityRow({ kind, days, incompleteCount }: KindProps) {
  const { t } = useTexts();
  const { path, icon } = getEntity(kind.entity);
  return (
    <tr className="relative hover:bg-hover">
      <td className={cellClass}>
        <Link to={path} className="flex items-center gap-2 after:absolute after:inset-0">
          <Icon name={icon} className="text-ink-3" />
          <span className="min-w-0 leading-4.5 whitespace-normal">{t(`entity.${kind.entity}.many`)}</span>
        </Link>
      </td>
      <td className={`${cellClass} ${figureClass}`}>{number(kind.total)}</td>
      <td className={`${cellClass} pl-5 max-sm:hidden`}>
        <div className="flex items-center gap-2">
          <div className="min-w-0 flex-1">
            <StatusBar kind={kind} />
          </div>
          {incompleteCount !== undefined && <CompleteShare kind={kind} incompleteCount={incompleteCount} />}
        </div>
      </td>
      <td className={`${cellClass} ${figureClass} text-ink-3`}>
        {kind.waiting === 0 ? (
          number(0)
        ) : (
          <Link
            to="/"
            search={{ review: kind.entity }}
            aria-label={`${t(`entity.${kind.entity}.many`)}: ${t('home.toReview')} ${kind.waiting}`}
            className={`${linkClass} relative inline-grid h-6 min-w-6 pointer-coarse:h-10 pointer-coarse:min-w-10 items-center justify-items-end`}
          >
            {number(kind.waiting)}
          </Link>
        )}
      </td>
      <td className={`${cellClass} ${figureClass} text-ink-2`}>
        <ChangesLink days={days} entity={kind.entity} count={kind.changes} />
      </td>
    </tr>
  );
}

function Legend() {
  const { t } = useTexts();
  return (
    <div className="flex flex-wrap gap-x-3 text-xs text-ink-2 max-sm:hidden">
      {statusOrder.map((status) => (
        <StatusMark key={status} status={status} label={t(`status.${status}`)} />
      ))}
    </div>
  );
}

const statusOrder = ['active', 'pending', 'approved', 'inactive', 'rejected'] as const satisfies readonly Status[];

const barColors: Record<Status, string> = {
  active: 'bg-ok',
  pending: 'bg-warn',
  approved: 'bg-info',
  inactive: 'bg-idle/55',
  rejected: 'bg-bad',
};

/**
 * A bar with the share of each status, which leads to its records; even one record of thousands stays visible. The bar is one stop of the
 * Tab key, within which the arrow keys move the focus.
 */
function StatusBar({ kind: { entity, counts } }: Pick<KindProps, 'kind'>) {
  const { t } = useTexts();
  const [focusedStatus, setFocusedStatus] = useState<Status>();
  const { path } = getEntity(entity);
  const name = t(`entity.${entity}.many`);
  const shown = statusOrder.flatMap((status) => (counts[status] ? [{ status, count: counts[status] }] : []));
  const tabStop = focusedStatus ?? shown[0]?.status;

  function onKeyDown(event: KeyboardEvent<HTMLElement>) {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    const index = shown.findIndex(({ status }) => status === tabStop);
    const link = step && event.currentTarget.querySelectorAll('a')[index + step];
    if (!link) return;
    event.preventDefault();
    link.focus();
  }

  if (shown.length === 0) return <div className="h-1.5 rounded-[2px] bg-active" />;
  return (
    <ul
      aria-label={`${name}${t('common.colon')}${t('home.spread')}`}
      onKeyDown={onKeyDown}
      className="relative flex gap-px"
    >
      {shown.map(({ status, count }) => {
        const label = `${t(`status.${status}`)} ${number(count)}`;
        return (
          <li key={status} style={{ flexGrow: count }} className="flex min-w-1 basis-0">
            <Link
              to={path}
              search={{ status }}
              tabIndex={status === tabStop ? 0 : -1}
              aria-label={`${name}${t('common.colon')}${label}`}
              title={label}
              onFocus={() => setFocusedStatus(status)}
              onBlur={() => setFocusedStatus(undefined)}
              className="group grid h-6 flex-1 items-center rounded-xs"
            >
              <i className={cx('block h-1.5 group-hover:h-3 group-focus-visible:h-3', barColors[status])} />
            </Link>
          </li>
        );
      })}
    </ul>
  );
}

/** The share of records that lack nothing for approval as a bar that leads to the others; empty where none do. */
function CompleteShare({
  kind: { entity, total },
  incompleteCount,
}: Pick<KindProps, 'kind'> & { incompleteCount: number }) {
  const { t } = useTexts();
  if (incompleteCount === 0 || total === 0) return <span className="w-14 flex-none" />;
  // rounded down, as 100 % would say that nothing is missing
  const percent = Math.max(0, Math.floor((1 - incompleteCount / total) * 100));
  const text = t('home.complete', { percent, n: number(incompleteCount) });
  return (
    <Link
      to={getEntity(entity).path}
      search={{ incomplete: 'true' }}
      aria-label={`${t(`entity.${entity}.many`)}${t('common.colon')}${text}`}
      title={text}
      className="relative grid h-6 w-14 flex-none content-center gap-0.5 text-end font-mono text-2xs text-warn-ink pointer-coarse:h-10"
    >
      <span className="leading-none hover:underline">{percent} %</span>
      <span className="flex h-0.5 bg-active">
        <i className="block h-full bg-ok" style={{ width: `${percent}%` }} />
      </span>
    </Link>
  );
}

type Overview = Schemas['OverviewAnswer']['data'];

function usePeriodText(days: Period): string {
  const { t } = useTexts();
  return days === 1 ? t('home.today') : t('home.days', { count: days });
}

interface ChangesLinkProps {
  days: Period;
  /** without it the changes of all entities */
  entity?: EntityKey;
  count: number;
}

/** The number of changes in a period, linked to them in the log for users who may read it. */
function ChangesLink({ days, entity, count }: ChangesLinkProps) {
  const { t } = useTexts();
  const { can } = useSession();
  const { from } = lastDays(days);
  if (count === 0 || !can('data_log:read')) return number(count);
  return (
    <Link
      to={routes.data_log}
      // the log reads its filters from the URL
      search={{ from, ...(entity ? { entity } : {}) }}
      aria-label={`${entity ? `${t(`entity.${entity}.many`)}: ` : ''}${t('home.changes')} ${number(count)}`}
      className="relative inline-grid h-6 min-w-6 pointer-coarse:h-10 pointer-coarse:min-w-10 items-center justify-items-end rounded-xs hover:underline"
    >
      {number(count)}
    </Link>
  );
}
