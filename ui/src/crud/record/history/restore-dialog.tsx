import { loadInSet } from '#crud/change-set/load-in-set.ts';
import { useReplacedText } from '#crud/change-set/set-items.ts';
import { workingSet } from '#crud/change-set/working-set.ts';
import type { EntityUi } from '#crud/define-entity.ts';
import { notify } from '#crud/notify.ts';
import { useOptionalQuery } from '#crud/read/use-read.ts';
import { ownOpenProposal, readRecordWithProposals } from '#crud/record/use-record.ts';
import { type Proposal, resourceClient } from '#crud/resource.ts';
import { codeAndTitle } from '#crud/text/record-names.ts';
import { useAction } from '#crud/use-action.ts';
import { useTexts } from '#i18n/i18n.ts';
import { ConfirmDialog } from '#kit/layers/confirm-dialog.tsx';
import { useSession } from '#session/use-session.ts';

const READ_TIMEOUT_MS = 5000;

interface Props {
  entity: EntityUi;
  id: number;
  /** The record's current version; null if it is deleted. */
  version: number | null;
  /** The version of the newest change, which may be the deletion; undefined if it is unknown. */
  newestVersion: number | undefined;
  /** What a message calls the record. */
  name: string;
  /** The version to restore; undefined closes the dialog. */
  targetVersion: number | undefined;
  onClose: () => void;
}

/** Reads the user's own open proposal, which the restored version replaces. An unread one counts as unseen and is not replaced. */
function useOwnProposal(entity: EntityUi, id: number, isAsked: boolean): Proposal | undefined {
  const { user } = useSession();
  const openProposal = useOptionalQuery(isAsked ? [entity.key, id, 'open proposal'] : null, async () => {
    const signal = AbortSignal.timeout(READ_TIMEOUT_MS);
    return (await readRecordWithProposals(resourceClient(entity), id, signal)).openProposal ?? null;
  });
  return ownOpenProposal(openProposal?.proposal, user?.username);
}

/** Asks for confirmation and restores an older version of a record. */
export function RestoreDialog({ entity, id, version, newestVersion, name, targetVersion, onClose }: Props) {
  const { t, language } = useTexts();
  const { busy, problem, run, clearProblem } = useAction();
  const set = workingSet();
  const replaced = useReplacedText(entity.key, id)('restore');
  const ownProposal = useOwnProposal(entity, id, targetVersion !== undefined && version !== null && !set);

  function close(): void {
    clearProblem();
    onClose();
  }
  async function restore(restoredVersion: number): Promise<void> {
    const isDone = await run(async () => {
      if (set && newestVersion !== undefined) {
        const { submitItem } = await loadInSet();
        const body = { recordId: id, recordVersion: newestVersion, restoredVersion };
        return submitItem(set, name, { entity: entity.key, action: 'restore', ...body });
      }
      const { status, data } = await resourceClient(entity).restore(id, {
        restoredVersion,
        version,
        ...(version !== null && { proposalVersion: ownProposal?.version ?? 0 }),
      });
      const restoredName = codeAndTitle(entity.key, data.record, language);
      if (status === 202) notify.info(t('done.propose', { name: restoredName }));
      else notify.success(t('form.restored', { name: restoredName }));
    }, null);
    if (isDone) close();
  }
  return (
    <ConfirmDialog
      open={targetVersion !== undefined}
      onClose={close}
      icon="restore"
      title={t('history.restoreQuestion', { version: targetVersion ?? '' })}
      description={
        <>
          {t(version === null ? 'history.bringBackText' : 'history.restoreText')}
          {replaced && <p className="mt-2 text-warn-ink">{replaced}</p>}
          {ownProposal && <p className="mt-2 text-warn-ink">{t('form.replacesProposal')}</p>}
        </>
      }
      confirmLabel={t(set ? 'workingSet.save' : 'history.restore')}
      cancelLabel={t('common.cancel')}
      busy={busy}
      disabledReason={set !== null && newestVersion === undefined && t('workingSet.notInSet')}
      error={problem?.fields[0]?.message ?? problem?.message}
      onConfirm={() => targetVersion !== undefined && void restore(targetVersion)}
    />
  );
}
