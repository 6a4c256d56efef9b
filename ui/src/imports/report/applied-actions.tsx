import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { Schemas } from '#api/facts.gen.ts';
import type { Problem } from '#api/problem.ts';
import { useReasonField } from '#crud/reason-field.ts';
import { useRead } from '#crud/use-read.ts';
import { pointerText } from '#crud/value-text.ts';
import { number } from '#i18n/format.ts';
import { useTexts } from '#i18n/i18n.ts';
import { remainderText, statusCountsText } from '#imports/counts-text.ts';
import { type DecisionEvent, type Import, importPermission, reviewPermission } from '#imports/import.ts';
import type { ImportProps } from '#imports/use-import.ts';
import { Button } from '#kit/buttons/button.tsx';
import { linkClass } from '#kit/buttons/link-button.tsx';
import { ConfirmDialog } from '#kit/layers/confirm-dialog.tsx';
import { api } from '#session/session.ts';
import { useSession } from '#session/use-session.ts';

/** What comes next for a reviewer: first a decision, then the records go live; one that left some can be made again. */
function availableDecisions({ status, decision }: Import): {
  next: DecisionEvent | undefined;
  others: DecisionEvent[];
} {
  if (status !== 'applied') return { next: undefined, others: [] };
  if (decision?.event === 'reject') return { next: undefined, others: [] };
  if (decision?.event === 'activate') return { next: undefined, others: decision.left > 0 ? ['activate'] : [] };
  if (decision?.event === 'approve')
    return { next: 'activate', others: decision.left > 0 ? ['reject', 'approve'] : [] };
  return { next: 'approve', others: ['reject'] };
}

/** It is written: decide on it as a second person, or take it back. */
export function AppliedActions({ importJob, state, send }: ImportProps) {
  const { t } = useTexts();
  const { denialReason } = useSession();
  const [pendingAction, setPendingAction] = useState<DecisionEvent | 'revert'>();
  const { action, problem } = state.context;
  const { entity, outcomes, ownWork, status } = importJob;
  const { created = 0, updated = 0, proposed = 0 } = outcomes;
  const open = created + proposed;
  const { next, others } = availableDecisions(importJob);
  const busy = state.matches('runningAction');
  const outlook = useOutlook(importJob).data;
  const refusal = (event: DecisionEvent) =>
    denialReason(reviewPermission(entity)) ||
    (ownWork && event !== 'activate' && t('record.ownWork')) ||
    (outlook?.[event].ready === 0 && t('imports.decide.none', { causes: remainderText(outlook[event].left) }));
  const button = (event: DecisionEvent, variant: 'primary' | 'secondary') => (
    <Button
      key={event}
      variant={variant}
      busy={!outlook}
      disabledReason={refusal(event)}
      onClick={() => setPendingAction(event)}
    >
      {t(`imports.decide.${event}`)}
      {outlook && ` ${number(outlook[event].ready)}`}
    </Button>
  );
  const close = () => setPendingAction(undefined);
  return (
    <>
      {outlook && next === 'approve' && <MissingFields importJob={importJob} missing={outlook.missing} />}
      {status === 'applied' && (
        <Button
          variant="bad-ghost"
          disabledReason={
            denialReason(importPermission(entity)) || (open + updated === 0 && t('imports.revertNothing'))
          }
          onClick={() => setPendingAction('revert')}
        >
          {t('imports.revert')}
        </Button>
      )}
      {open > 0 && others.map((event) => button(event, 'secondary'))}
      {open > 0 && next && button(next, 'primary')}
      <RevertDialog
        importJob={importJob}
        open={pendingAction === 'revert'}
        busy={busy}
        problem={action?.type === 'revert' ? problem : null}
        onClose={close}
        onRevert={() => send({ type: 'RUN_ACTION', action: { type: 'revert' } })}
      />
      <DecideDialog
        importJob={importJob}
        asked={pendingAction === 'revert' ? undefined : pendingAction}
        outlook={outlook}
        busy={busy}
        problem={action?.type === 'decide' ? problem?.message : undefined}
        onClose={close}
        onDecide={(event, reason) => send({ type: 'RUN_ACTION', action: { type: 'decide', event, reason } })}
      />
    </>
  );
}

interface Props {
  importJob: Import;
  open: boolean;
  busy: boolean;
  problem: Problem | null;
  onClose: () => void;
  onRevert: () => void;
}

/** Says what goes and what is set back, and what stays. */
function RevertDialog({ importJob: { outcomes }, open, busy, problem, onClose, onRevert }: Props) {
  const { t } = useTexts();
  const { created = 0, updated = 0, proposed = 0 } = outcomes;
  const lines = [
    created > 0 && t('imports.revertCreated', { n: number(created) }),
    updated > 0 && t('imports.revertUpdated', { n: number(updated) }),
    proposed > 0 && t('imports.revertProposed', { n: number(proposed) }),
  ].filter((line) => line !== false);
  return (
    <ConfirmDialog
      open={open}
      onClose={onClose}
      title={t('imports.revertTitle')}
      description={t('imports.revertKept')}
      confirmLabel={t('imports.revertConfirm')}
      cancelLabel={t('common.cancel')}
      destructive
      busy={busy}
      error={problem?.message}
      onConfirm={onRevert}
    >
      <ul className="list-disc pl-4">
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </ConfirmDialog>
  );
}

type Outlook = Schemas['ImportOutlookAnswer']['data'];

/** On how much of an import one would decide by each event; read anew whenever something of it has been decided. */
const useOutlook = ({ id, status, decision }: Import) =>
  useRead({
    queryKey: ['import outlook', id, status, decision?.time, decision?.done],
    queryFn: async ({ signal }) =>
      (await api.GET('/api/v1/imports/{id}/decision', { params: { path: { id } }, signal })).data,
    enabled: status === 'applied',
  });

interface OutlookProps {
  importJob: Import;
  asked: DecisionEvent | undefined;
  outlook: Outlook | undefined;
  busy: boolean;
  problem: string | undefined;
  onClose: () => void;
  onDecide: (event: DecisionEvent, reason: string) => void;
}

/** Says first what is left and why, then asks for exactly as many as will be decided on. */
function DecideDialog({ importJob, asked, outlook, busy, problem, onClose, onDecide }: OutlookProps) {
  const { t } = useTexts();
  const reason = useReasonField();
  const event = asked ?? 'approve';
  const { ready = 0, left = {} } = outlook?.[event] ?? {};
  return (
    <ConfirmDialog
      key={event}
      open={asked !== undefined}
      onClose={onClose}
      title={t(`imports.decide.${event}Title`, { n: number(ready) })}
      description={t(`imports.decide.${event}Text`)}
      confirmLabel={t(`imports.decide.${event}Count`, { n: number(ready) })}
      cancelLabel={t('common.cancel')}
      destructive={event === 'reject'}
      busy={busy}
      error={problem}
      reason={event === 'reject' ? reason : undefined}
      onConfirm={(text) => onDecide(event, text)}
    >
      {event === 'approve' && outlook && Object.keys(outlook.becomes).length > 0 && (
        <p className="mb-2 text-xs text-ink-2">
          {t('imports.decide.becomes', { counts: statusCountsText(outlook.becomes) })}
        </p>
      )}
      {Object.keys(left).length > 0 && (
        <div className="rounded-sm bg-warn-soft px-2.5 py-2 text-xs inset-ring inset-ring-warn-edge">
          <p className="font-medium">{t('imports.decide.stays', { causes: remainderText(left) })}</p>
          {event === 'approve' && outlook && (
            <MissingFields importJob={importJob} missing={outlook.missing} onFollow={onClose} />
          )}
        </div>
      )}
    </ConfirmDialog>
  );
}

interface MissingProps {
  importJob: Import;
  missing: Outlook['missing'];
  onFollow?: () => void;
}

/** What lacks what, each as the way to exactly those rows. */
function MissingFields({ importJob, missing, onFollow }: MissingProps) {
  const { t } = useTexts();
  if (missing.length === 0) return null;
  return (
    <ul className="mt-1 flex flex-wrap gap-x-3">
      {missing.map(({ pointer, count }) => (
        <li key={pointer}>
          <Link
            to="/imports/$id"
            params={{ id: String(importJob.id) }}
            search={{ lacks: pointer }}
            className={linkClass}
            {...(onFollow && { onClick: onFollow })}
          >
            {t('home.lacking', { field: pointerText(pointer), n: number(count) })}
          </Link>
        </li>
      ))}
    </ul>
  );
}
