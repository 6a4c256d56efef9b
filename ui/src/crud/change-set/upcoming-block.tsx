import { Link } from '@tanstack/react-router';
import { useId } from 'react';
import type { EntityUi, Values } from '#crud/define-entity.ts';
import { FieldChangeTable } from '#crud/record/history/field-change-table.tsx';
import { proposedChanges } from '#crud/record/history/field-changes.ts';
import { useTexts } from '#i18n/i18n.ts';
import { Icon } from '#kit/buttons/icon.tsx';
import { linkClass } from '#kit/buttons/link-button.tsx';
import { cx } from '#kit/cx.ts';
import { outcomeText, type UpcomingChange, whenText } from './upcoming-text.ts';

export interface UpcomingBlockProps {
  entity: EntityUi;
  record: Values;
  change: UpcomingChange;
  className?: string;
  /** Leaves out the title of the set and the values, which are beside the fields of a form. */
  isBrief?: boolean;
}

/** What a change set will do to a record. */
export function UpcomingBlock({ entity, record, change, className, isBrief = false }: UpcomingBlockProps) {
  const { t, language } = useTexts();
  const headingId = useId();
  const { changeSet, changes, values } = change;
  const when = whenText(change, { t, language });
  const outcome = outcomeText(change, t);
  return (
    <section aria-labelledby={headingId} className={cx('bg-info-soft px-4 py-3', className)}>
      <h2 className="flex flex-wrap items-center gap-x-2 font-semibold">
        <Icon name="calendar" className="text-info-ink" />
        <span id={headingId} className="inline-block first-letter:uppercase">
          {outcome ? t('upcoming.what', { when, what: outcome }) : t('upcoming.title', { when })}
        </span>
        <Link
          to="/change-sets/$id"
          params={{ id: String(changeSet.id) }}
          title={changeSet.title}
          className={`${linkClass} ml-auto text-xs font-normal`}
        >
          {t('workingSet.open', { id: changeSet.id })}
        </Link>
      </h2>
      {!isBrief && (
        <p className="mt-0.5 truncate text-xs text-ink-2">
          {changeSet.status === 'submitted' ? t('upcoming.waits', { title: changeSet.title }) : changeSet.title}
        </p>
      )}
      {!isBrief && values && changes.length > 0 && (
        <div className="mt-2">
          <FieldChangeTable
            schema={entity.schema}
            changes={proposedChanges({ changes, after: values }, record)}
            before={t('proposal.live')}
            after={t('upcoming.after')}
          />
        </div>
      )}
    </section>
  );
}
