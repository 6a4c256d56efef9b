import type { Schemas } from '#api/metadata.gen.ts';
import type { EntityUi } from '#crud/define-entity.ts';
import { useFormNavigation } from '#crud/form/definition/form-navigation.ts';
import { reasonText } from '#crud/text/reason-text.ts';
import { Time } from '#crud/text/time.tsx';
import { useTexts } from '#i18n/i18n.ts';
import { Button } from '#kit/buttons/button.tsx';
import { Icon } from '#kit/buttons/icon.tsx';
import { useSession } from '#session/use-session.ts';
import { FieldChangeTable } from './history/field-change-table.tsx';
import { proposedChanges } from './history/field-changes.ts';
import { useDismissRejection } from './use-dismissal.ts';
import type { RecordDetails } from './use-record.ts';

interface Props {
  entity: EntityUi;
  data: RecordDetails;
  rejection: Schemas['Rejection'];
}

/** Shows who rejected the record or the user's change, when and why, and a button to edit it again. */
export function RejectionBlock({ entity, data: { record, rejectedProposal }, rejection }: Props) {
  const { t } = useTexts();
  const { denialReason } = useSession();
  const formNavigation = useFormNavigation(entity);
  const { busy, dismiss } = useDismissRejection();
  const { kind, by, time, reason, notice, proposal } = rejection;
  const isDeletion = rejectedProposal?.proposal.action === 'delete';
  const title = t(isDeletion ? 'rejection.deletion' : `rejection.${kind}`);
  const isChange = rejectedProposal !== undefined && !isDeletion;
  return (
    <section aria-label={title} className="border-b border-line bg-bad-soft/40 px-4 py-3">
      <h2 className="flex items-center gap-2 font-semibold">
        <Icon name="reject" className="text-bad-ink" />
        {title}
      </h2>
      <p className="mt-0.5 text-xs text-ink-3">
        {t('rejection.by', { by })} <Time iso={time} />
      </p>
      {reason && <p className="mt-1 wrap-anywhere">{reasonText(reason)}</p>}
      {isChange && (
        <div className="mt-2">
          <FieldChangeTable
            schema={entity.schema}
            changes={proposedChanges(rejectedProposal.proposal, record)}
            before={t('proposal.live')}
            after={t('proposal.proposed')}
          />
        </div>
      )}
      {(notice !== undefined || isChange) && (
        <div className="mt-3 flex flex-wrap justify-end gap-2">
          {notice !== undefined && (
            <Button size="sm" variant="ghost" busy={busy} onClick={() => void dismiss(notice)}>
              {t('rejection.dismiss')}
            </Button>
          )}
          {isChange && (
            <Button
              size="sm"
              icon="edit"
              disabledReason={denialReason(`${entity.key}:update`)}
              {...formNavigation.prefetchProps}
              onClick={() => formNavigation.edit(record.id, { fromProposal: proposal })}
            >
              {t('rejection.again')}
            </Button>
          )}
        </div>
      )}
    </section>
  );
}
