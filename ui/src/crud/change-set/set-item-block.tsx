import { Link } from '@tanstack/react-router';
import { useId } from 'react';
import type { EntityUi, Values } from '#crud/define-entity.ts';
import { FieldChangeTable } from '#crud/record/history/field-change-table.tsx';
import { proposedChanges } from '#crud/record/history/field-changes.ts';
import { useTexts } from '#i18n/i18n.ts';
import { Icon } from '#kit/buttons/icon.tsx';
import { linkClass } from '#kit/buttons/link-button.tsx';
import { itemText, useWorkingItems } from './set-items.ts';
import { useWorkingSet } from './working-set.ts';

interface Props {
  entity: EntityUi;
  record: Values & { id: number };
}

/** What the set in which one works does with a record, on the record's card. */
export function SetItemBlock({ entity, record }: Props) {
  const { t } = useTexts();
  const headingId = useId();
  const set = useWorkingSet();
  const item = useWorkingItems().find((each) => each.entity === entity.key && each.recordId === record.id);
  if (!set || !item) return null;
  return (
    <section aria-labelledby={headingId} className="border-b border-line bg-info-soft/40 px-4 py-3">
      <h2 id={headingId} className="flex items-center gap-2 font-semibold">
        <Icon name="layers" className="text-info-ink" />
        {itemText(item, t)}
        <Link
          to="/change-sets/$id"
          params={{ id: String(set.id) }}
          className={`${linkClass} ml-auto text-xs font-normal`}
        >
          {t('workingSet.open', { id: set.id })}
        </Link>
      </h2>
      {item.after && item.changes.length > 0 && (
        <div className="mt-2">
          <FieldChangeTable
            schema={entity.schema}
            changes={proposedChanges({ changes: item.changes, after: item.after }, record)}
            before={t('proposal.live')}
            after={t('workingSet.inSet')}
          />
        </div>
      )}
    </section>
  );
}
