import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { Schemas } from '#api/metadata.gen.ts';
import type { Problem } from '#api/problem.ts';
import { useRead } from '#crud/read/use-read.ts';
import { useReasonField } from '#crud/reason-field.ts';
import { pointerLabel } from '#crud/text/value-text.ts';
import { number } from '#i18n/format.ts';
import { useTexts } from '#i18n/i18n.ts';
import { remainderText, statusCountsText } from '#imports/counts-text.ts';
import { type DecisionEvent, type Import, importPermission, reviewPermission } from '#imports/import.ts';
import type { ImportProps } from '#imports/use-import.ts';
import { Button } from '#kit/buttons/button.tsx';
import { LinkButton, linkClass } from '#kit/buttons/link-button.tsx';
import { ConfirmDialog } from '#kit/layers/confirm-dialog.tsx';
import { api } from '#session/session.ts';
import { useSession } from '#session/use-session.ts';

/** Returns the decisions available to a reviewer. A decision that left rows undecided can be repeated. */
function availableDecisions({ status, decision }: Import): {
  nextEvent: DecisionEvent | undefined;
  otherEvents: DecisionEvent[];
} {
  if (status !== 'applied') return { nextEvent: undefined, otherEvents: [] };
  if (decision?.event === 'reject') return { nextEvent: undefined, otherEvents: [] };
  if (decision?.event === 'activate')
    return { nextEvent: undefined, otherEvents: decision.left > 0 ? ['activate'] : [] };
  if (decision?.event === 'approve')
    return { nextEvent: 'activate', otherEvents: decision.left > 0 ? ['reject', 'approve'] : [] };
  return { nextEvent: 'approve', otherEvents: ['reject'] };
}

/** The actions on an applied import: decide on its records or revert it, or open the change set that it has become. */
export function AppliedActions(props: ImportProps) {
  const { t } = useTexts();
  const { changeSetId } = props.importJob;
  if (changeSetId === undefined) return <RecordActions {...props} />;
  return (
    <Link to="/change-sets/$id" params={{ id: String(changeSetId) }} className={linkClass}>
      {t('imports.apply.openSet')}
    </Link>
  );
}

function RecordActions({ importJob, state, send }: ImportProps) {
  const { t } = useTexts();
  const { denialReason } = useSession();
  const [pendingAction, setPendingAction] = useState<DecisionEvent | 'revert'>();
  const { action, problem } = state.context;
  const { entity, outcomes, ownWork, status } = importJob;
  const { created = 0, updated = 0, proposed = 0 } = outcomes;
  const reviewableCount = created + proposed;
  const { nextEvent, otherEvents } = availableDecisions(importJob);
  const busy = state.matches('runningAction');
  const forecastRead = useDecisionForecast(importJob);
  const forecast = forecastRead.problem ? undefined : forecastRead.data;
  const getDisabledReason = (event: DecisionEvent) =>
    denialReason(reviewPermission(entity)) ||
    (ownWork && event !== 'activate' && t('record.ownWork')) ||
    (forecast?.[event].ready === 0 && t('imports.decide.none', { causes: remainderText(forecast[event].left) }));
  const renderDecisionButton = (event: DecisionEvent, variant: 'primary' | 'secondary') => (
    <Button
      key={event}
      variant={variant}
      busy={!forecast}
      disabledReason={getDisabledReason(event)}
      onClick={() => setPendingAction(event)}
    >
      {t(`imports.decide.${event}`)}
      {forecast && ` ${number(forecast[event].ready)}`}
    </Button>
  );
  const decisionButtons = [
    ...otherEvents.map((event) => renderDecisionButton(event, 'secondary')),
    ...(nextEvent ? [renderDecisionButton(nextEvent, 'primary')] : []),
  ].filter(() => reviewableCount > 0);
  const close = () => {
    setPendingAction(undefined);
    send({ type: 'DISMISS_PROBLEM' });
  };
  return (
    <>
      {forecast && nextEvent === 'approve' && <MissingFields importJob={importJob} missing={forecast.missing} />}
      {status === 'applied' && (
        <Button
          variant="danger-ghost"
          disabledReason={
            denialReason(importPermission(entity)) || (reviewableCount + updated === 0 && t('imports.revertNothing'))
          }
          onClick={() => setPendingAction('revert')}
        >
          {t('imports.revert')}
        </Button>
      )}
      {decisionButtons.length > 0 && forecastRead.problem ? (
        <span
          role="alert"
          title={forecastRead.problem.traceId}
          className="flex items-center gap-2 text-xs text-bad-ink"
        >
          {t('imports.decide.notCounted', { problem: forecastRead.problem.message })}
          <LinkButton disabled={forecastRead.loading} onClick={forecastRead.reload}>
            {t('common.retry')}
          </LinkButton>
        </span>
      ) : (
        decisionButtons
      )}
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
        pendingEvent={pendingAction === 'revert' ? undefined : pendingAction}
        forecast={forecast}
        busy={busy}
        problem={action?.type === 'decide' ? problem?.message : undefined}
        onClose={close}
        onDecide={(event, reason) => send({ type: 'RUN_ACTION', action: { type: 'decide', event, reason } })}
      />
    </>
  );
}

interface RevertDialogProps {
  importJob: Import;
  open: boolean;
  busy: boolean;
  problem: Problem | null;
  onClose: () => void;
  onRevert: () => void;
}

/** Asks for confirmation and lists how many records are deleted, restored or withdrawn. */
function RevertDialog({ importJob: { outcomes }, open, busy, problem, onClose, onRevert }: RevertDialogProps) {
  const { t } = useTexts();
  const { created = 0, updated = 0, proposed = 0 } = outcomes;
  const lines = [
    created > 0 && t('imports.revertCreated', { count: created, n: number(created) }),
    updated > 0 && t('imports.revertUpdated', { count: updated, n: number(updated) }),
    proposed > 0 && t('imports.revertProposed', { count: proposed, n: number(proposed) }),
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

type DecisionForecast = Schemas['ImportOutlookAnswer']['data'];

/** Reads how many rows each decision would affect, and again after each decision. */
const useDecisionForecast = ({ id, status, decision }: Import) =>
  useRead({
    queryKey: ['import decision forecast', id, status, decision?.time, decision?.done],
    queryFn: async ({ signal }) =>
      (await api.GET('/api/v1/imports/{id}/decision', { params: { path: { id } }, signal })).data,
    enabled: status === 'applied',
  });

interface DecideDialogProps {
  importJob: Import;
  pendingEvent: DecisionEvent | undefined;
  forecast: DecisionForecast | undefined;
  busy: boolean;
  problem: string | undefined;
  onClose: () => void;
  onDecide: (event: DecisionEvent, reason: string) => void;
}

/** Asks for confirmation of a decision and shows how many rows it covers and why others are left out. */
function DecideDialog({ importJob, pendingEvent, forecast, busy, problem, onClose, onDecide }: DecideDialogProps) {
  const { t } = useTexts();
  const reason = useReasonField();
  const event = pendingEvent ?? 'approve';
  const { ready = 0, left = {} } = forecast?.[event] ?? {};
  return (
    <ConfirmDialog
      key={event}
      open={pendingEvent !== undefined}
      onClose={onClose}
      title={t(`imports.decide.${event}Title`, { count: ready, n: number(ready) })}
      description={t(`imports.decide.${event}Text`)}
      confirmLabel={t(`imports.decide.${event}Count`, { n: number(ready) })}
      cancelLabel={t('common.cancel')}
      destructive={event === 'reject'}
      busy={busy}
      error={problem}
      reason={event === 'reject' ? reason : undefined}
      onConfirm={(text) => onDecide(event, text)}
    >
      {event === 'approve' && forecast && Object.keys(forecast.becomes).length > 0 && (
        <p className="mb-2 text-xs text-ink-2">
          {t('imports.decide.becomes', { counts: statusCountsText(forecast.becomes) })}
        </p>
      )}
      {Object.keys(left).length > 0 && (
        <div className="rounded-sm bg-warn-soft px-2.5 py-2 text-xs inset-ring inset-ring-warn-edge">
          <p className="font-medium">{t('imports.decide.stays', { causes: remainderText(left) })}</p>
          {event === 'approve' && forecast && (
            <MissingFields importJob={importJob} missing={forecast.missing} onFollow={onClose} />
          )}
        </div>
      )}
    </ConfirmDialog>
  );
}

interface MissingFieldsProps {
  importJob: Import;
  missing: DecisionForecast['missing'];
  onFollow?: () => void;
}

/** Links to the rows that lack a required field, with a count for each field. */
function MissingFields({ importJob, missing, onFollow }: MissingFieldsProps) {
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
            {t('list.lacking', { field: pointerLabel(pointer), n: number(count) })}
          </Link>
        </li>
      ))}
    </ul>
  );
}
