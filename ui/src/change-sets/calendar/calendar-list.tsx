import { Link } from '@tanstack/react-router';
import { number } from '#i18n/format.ts';
import { useTexts } from '#i18n/i18n.ts';
import { cx } from '#kit/cx.ts';
import { CodeText } from '#kit/display/code.tsx';
import { moveFocusByArrows } from '#kit/lists/move-focus-by-arrows.ts';
import { SetEventButtons, useSetEventButtons } from '../actions/set-event-buttons.tsx';
import { type ChangeSet, isOverdue, kindCounts, willBeHeld } from '../change-set.ts';
import { firstFaultText } from '../items/item-faults.ts';
import { dueText, SetStatusMark } from '../set-status.tsx';
import { useItems } from '../use-change-set.ts';
import { lastDayAhead, weekdayText } from './calendar-days.ts';

/** A set with a date, and the day of it. */
export type DatedSet = ChangeSet & { day: string };

const groups = ['held', 'overdue', 'soon', 'later', 'released'] as const;

function groupOf(set: DatedSet, today: string): (typeof groups)[number] {
  const { status, day } = set;
  if (status === 'held' || status === 'released') return status;
  if (day < today || (day === today && isOverdue(set))) return 'overdue';
  return day <= lastDayAhead(today) ? 'soon' : 'later';
}

/** The sets of a month below headings: what is held, what is due soon, and what took effect. */
export function CalendarList({ sets, today }: { sets: readonly DatedSet[]; today: string }) {
  const { t } = useTexts();
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the arrow keys move between the links within
    <div onKeyDown={moveFocusByArrows}>
      {groups.map((group) => {
        const members = sets.filter((set) => groupOf(set, today) === group);
        if (members.length === 0) return null;
        return (
          <section key={group} aria-labelledby={`due-${group}`}>
            <div className="flex items-center gap-2 px-4 pt-2.5 pb-1 text-xs text-ink-3">
              <h3 id={`due-${group}`} className="font-medium">
                {t(`changeSets.calendar.${group}`)}
              </h3>
              <span className="font-mono">{number(members.length)}</span>
            </div>
            <ul>
              {members.map((set) => (
                <DueSet key={set.id} set={set} today={today} />
              ))}
            </ul>
          </section>
        );
      })}
    </div>
  );
}

function DueSet({ set, today }: { set: DatedSet; today: string }) {
  const { t, language } = useTexts();
  const { id, day, effectiveOn, title, status } = set;
  const isHeld = status === 'held';
  const time = effectiveOn?.split('T')[1];
  const kinds = kindCounts(set).map(([entity, count]) =>
    t('changeSets.kindCount', { kind: t(`entity.${entity}.many`), n: number(count) }),
  );
  const due = dueText(set, today);
  const facts = [...(kinds.length > 0 ? kinds : [t('changeSets.noItems')]), ...(due ? [due] : [])];
  return (
    <li className={cx('border-b', isHeld ? 'border-warn-edge bg-warn-soft' : 'border-line')}>
      <Link
        to="/change-sets/$id"
        params={{ id: String(id) }}
        data-item
        className={cx(
          'grid grid-cols-[5rem_minmax(0,1fr)_auto] gap-x-2 px-4 py-2 -outline-offset-2',
          !isHeld && 'hover:bg-hover',
        )}
      >
        <time dateTime={effectiveOn ?? day} className="text-xs leading-5 text-ink-2">
          {day.slice('yyyy-'.length)}
          <span className="block leading-4 text-ink-3">
            {weekdayText(day, language)} {time !== '00:00' && time}
          </span>
        </time>
        <span className="min-w-0">
          <span className={cx('line-clamp-2', status === 'released' ? 'text-ink-2' : 'font-medium')}>
            <CodeText>#{id}</CodeText> {title}
          </span>
          <span className="flex flex-wrap text-xs leading-4 text-ink-3">
            {willBeHeld(set) && (
              <span className="w-full text-bad-ink">
                {t('changeSets.unsound', { count: set.unsound, n: number(set.unsound) })}
              </span>
            )}
            {facts.map((fact, index) => (
              <span key={fact} className="whitespace-pre">
                {fact}
                {index < facts.length - 1 && ' · '}
              </span>
            ))}
          </span>
        </span>
        <SetStatusMark status={status} className={cx('h-5 text-xs', isHeld && 'font-medium')} />
      </Link>
      {isHeld && <HeldSet set={set} />}
    </li>
  );
}

/** Why a set is held, and what can be done about it. */
function HeldSet({ set }: { set: DatedSet }) {
  const { t, language } = useTexts();
  const { data: items } = useItems(set.id, set);
  const buttons = useSetEventButtons(set, { items });
  return (
    <div className="pr-4 pb-2.5 pl-26 text-xs">
      <p className="wrap-anywhere">{(items && firstFaultText(items, language)) ?? set.refusal?.message}</p>
      <p className="text-ink-2">{t('changeSets.calendar.heldText')}</p>
      {buttons.problem && (
        <p role="alert" className="text-bad-ink">
          {buttons.problem}
        </p>
      )}
      {/* the first button has no edge unless it is locked, so its text is aligned with those above */}
      <div className="mt-2 -ml-2 flex flex-wrap gap-2 has-[>[aria-disabled]:first-child]:ml-0">
        <SetEventButtons buttons={buttons} size="sm" />
      </div>
    </div>
  );
}
