import { type ReactNode, useId, useState } from 'react';
import type { Problem } from '#api/problem.ts';
import { Time } from '#crud/text/time.tsx';
import { number } from '#i18n/format.ts';
import { useTexts } from '#i18n/i18n.ts';
import { ActionBar } from '#imports/actions/action-bar.tsx';
import { remainderText } from '#imports/counts-text.ts';
import {
  countBlockingRows,
  countRowsToWrite,
  type Import,
  importPermission,
  reviewPermission,
} from '#imports/import.ts';
import type { ApplyChoices, ImportAction } from '#imports/import-context.ts';
import type { ImportProps } from '#imports/use-import.ts';
import { Button } from '#kit/buttons/button.tsx';
import { Icon } from '#kit/buttons/icon.tsx';
import { cx } from '#kit/cx.ts';
import { CancelButton } from '#kit/layers/cancel-button.tsx';
import { ConfirmDialog } from '#kit/layers/confirm-dialog.tsx';
import { Dialog } from '#kit/layers/dialog.tsx';
import { Note } from '#kit/messages/note.tsx';
import { useSession } from '#session/use-session.ts';
import { AppliedActions } from './applied-actions.tsx';

const inlineActions = new Set<string>(['stage', 'cancel', 'choose', 'correct'] satisfies ImportAction['type'][]);

/** The footer of the report: the last action with its author, and the actions available now. */
export function ReportActions(props: ImportProps) {
  const { importJob, state } = props;
  const { problem, action } = state.context;
  // dialogs show the errors of their own actions
  const errorText = action && inlineActions.has(action.type) ? problem?.message : undefined;
  return (
    <ActionBar note={errorText ? <ActionError>{errorText}</ActionError> : <LastAction importJob={importJob} />}>
      {importJob.status === 'staged' ? <StagedActions {...props} /> : <AppliedActions {...props} />}
    </ActionBar>
  );
}

const ActionError = ({ children }: { children: ReactNode }) => (
  <span role="alert" className="flex items-center gap-1.5 text-bad-ink">
    <Icon name="error" />
    {children}
  </span>
);

function LastAction({ importJob }: { importJob: Import }) {
  const { t } = useTexts();
  const { createdBy, createTime, appliedBy, applyTime, revertedBy, revertTime, decision } = importJob;
  const [text, time] =
    revertedBy && revertTime
      ? [t('imports.by.reverted', { by: revertedBy }), revertTime]
      : decision
        ? [
            [
              t(`imports.decide.done.${decision.event}`, { by: decision.by, n: number(decision.done) }),
              decision.left > 0 &&
                (remainderText(decision.causes ?? {}) || t('imports.decide.left', { n: number(decision.left) })),
            ]
              .filter(Boolean)
              .join(t('imports.comma')),
            decision.time,
          ]
        : appliedBy && applyTime
          ? [t('imports.by.applied', { by: appliedBy }), applyTime]
          : [t('imports.by.begun', { by: createdBy }), createTime];
  return (
    <span className="min-w-0 truncate text-xs text-ink-3">
      {text} · <Time iso={time} />
    </span>
  );
}

/** The actions on a checked import: apply it, change its mapping, or discard it. */
function StagedActions({ importJob, state, send, onDiscard }: ImportProps) {
  const { t } = useTexts();
  const { denialReason } = useSession();
  const [openDialog, setOpenDialog] = useState<'apply' | 'remap'>();
  const { action, problem } = state.context;
  const disabledReason = denialReason(importPermission(importJob.entity));
  const writableCount = countRowsToWrite(importJob.counts);
  const correctionCount = (importJob.counts?.corrected ?? 0) + (importJob.counts?.excluded ?? 0);
  return (
    <>
      <Button variant="ghost" disabledReason={disabledReason} onClick={onDiscard}>
        {t('imports.discard')}
      </Button>
      <Button
        disabledReason={disabledReason}
        onClick={() => (correctionCount > 0 ? setOpenDialog('remap') : send({ type: 'REMAP' }))}
      >
        {t('imports.remap')}
      </Button>
      <Button
        variant="primary"
        disabledReason={disabledReason || (writableCount === 0 && t('imports.apply.nothing'))}
        onClick={() => setOpenDialog('apply')}
      >
        {t('imports.apply.button', { count: writableCount, n: number(writableCount) })}
      </Button>
      {openDialog === 'apply' && (
        <ApplyDialog
          importJob={importJob}
          busy={state.matches('runningAction')}
          problem={action?.type === 'apply' ? problem : null}
          onClose={() => {
            setOpenDialog(undefined);
            if (action?.type === 'apply') send({ type: 'DISMISS_PROBLEM' });
          }}
          onApply={(choices) => send({ type: 'RUN_ACTION', action: { type: 'apply', ...choices } })}
        />
      )}
      <ConfirmDialog
        open={openDialog === 'remap'}
        onClose={() => setOpenDialog(undefined)}
        title={t('imports.correct.loseTitle')}
        description={t('imports.correct.loseText', { count: correctionCount, n: number(correctionCount) })}
        confirmLabel={t('imports.correct.lose')}
        cancelLabel={t('common.cancel')}
        onConfirm={() => send({ type: 'REMAP' })}
      />
    </>
  );
}

interface ApplyDialogProps {
  importJob: Import;
  busy: boolean;
  problem: Problem | null;
  onClose: () => void;
  onApply: (choices: ApplyChoices) => void;
}

/** The most rows that a change set takes. */
const MAX_SET_ITEMS = 2000;

/** Asks for confirmation before rows are written or put into a change set, and for the rows to apply and the status of new records. */
function ApplyDialog({ importJob, busy, problem, onClose, onApply }: ApplyDialogProps) {
  const { t } = useTexts();
  const { denialReason } = useSession();
  const { counts, entity, review } = importJob;
  const writableCount = countRowsToWrite(counts);
  const blockingCount = countBlockingRows(counts);
  const [as, setAs] = useState<ApplyChoices['as']>('records');
  const [rows, setRows] = useState<ApplyChoices['rows']>(blockingCount > 0 ? 'sound' : 'all');
  const [chosenStatus, setStatus] = useState<ApplyChoices['status']>('pending');
  const isSet = as === 'set';
  const refusesActive =
    !isSet && (review === 'none' ? denialReason(reviewPermission(entity)) : t('imports.apply.activeRefused'));
  const status = refusesActive ? 'pending' : chosenStatus;
  const setDeniedReason =
    ((counts?.new ?? 0) > 0 && denialReason(`${entity}:create`)) ||
    ((counts?.changed ?? 0) > 0 && denialReason(`${entity}:update`));
  const incompleteCount = counts?.incomplete ?? 0;
  const entityName = t(`entity.${entity}.many`);
  return (
    <Dialog
      open
      onClose={onClose}
      width={480}
      title={t('imports.apply.title', { count: writableCount, n: number(writableCount) })}
      description={t(isSet ? 'imports.apply.setText' : 'imports.apply.text', {
        many: entityName,
        created: number(counts?.new ?? 0),
        updated: number(counts?.changed ?? 0),
      })}
      footer={
        <>
          <CancelButton />
          <Button variant="primary" busy={busy} onClick={() => onApply({ rows, status, as })}>
            {isSet
              ? t('imports.apply.confirmSet')
              : t('imports.apply.confirm', { count: writableCount, n: number(writableCount) })}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <RadioChoice
          legend={t('imports.apply.as')}
          value={as}
          onChange={setAs}
          choices={[
            { value: 'records', label: t('imports.apply.records') },
            {
              value: 'set',
              label: t('imports.apply.set'),
              text: t('imports.apply.setHint'),
              disabledReason:
                writableCount > MAX_SET_ITEMS
                  ? t('imports.apply.tooManyForSet', { max: number(MAX_SET_ITEMS) })
                  : setDeniedReason,
            },
          ]}
        />
        {blockingCount > 0 && (
          <RadioChoice
            legend={t('imports.apply.rows')}
            value={rows}
            onChange={setRows}
            choices={[
              {
                value: 'sound',
                label: t('imports.apply.sound', { count: writableCount, n: number(writableCount) }),
                text: t('imports.apply.soundText', { count: blockingCount, n: number(blockingCount) }),
              },
              {
                value: 'all',
                label: t('imports.apply.all'),
                disabledReason: t('imports.apply.allRefused', { count: blockingCount, n: number(blockingCount) }),
              },
            ]}
          />
        )}
        {(counts?.new ?? 0) > 0 && (
          <RadioChoice
            legend={t('imports.apply.status')}
            value={status}
            onChange={setStatus}
            choices={[
              {
                value: 'pending',
                label: t('imports.apply.pending'),
                text:
                  incompleteCount > 0
                    ? t('imports.apply.incomplete', { count: incompleteCount, n: number(incompleteCount) })
                    : undefined,
              },
              {
                value: 'active',
                label: t('imports.apply.active'),
                disabledReason: refusesActive,
              },
            ]}
          />
        )}
        {(counts?.changed ?? 0) > 0 && review === 'second-person' && !isSet && (
          <p className="text-xs text-ink-3">{t('imports.apply.proposes')}</p>
        )}
        {problem && (
          <Note tone="bad" live>
            {problem.fields[0]?.message ?? problem.message}
          </Note>
        )}
      </div>
    </Dialog>
  );
}

interface Choice<Value extends string> {
  value: Value;
  label: string;
  text?: string | undefined;
  /** The reason why the choice is disabled. */
  disabledReason?: string | false | undefined;
}

interface RadioChoiceProps<Value extends string> {
  legend: ReactNode;
  value: Value;
  choices: readonly Choice<Value>[];
  onChange: (value: Value) => void;
}

/** Radio buttons with a description each, or the reason why a choice is disabled. */
function RadioChoice<Value extends string>({ legend, value, choices, onChange }: RadioChoiceProps<Value>) {
  const id = useId();
  return (
    <fieldset className="flex flex-col gap-2">
      <legend className="mb-1 text-xs font-medium text-ink-2">{legend}</legend>
      {choices.map((choice, index) => {
        const description = choice.disabledReason || choice.text;
        return (
          <label key={choice.value} className="grid grid-cols-[16px_minmax(0,1fr)] gap-x-2 pointer-coarse:min-h-10">
            <input
              type="radio"
              name={id}
              className="mt-0.5 size-4 accent-accent"
              checked={choice.value === value}
              disabled={Boolean(choice.disabledReason)}
              aria-describedby={description ? `${id}-${index}` : undefined}
              onChange={() => onChange(choice.value)}
            />
            <span className={cx(choice.disabledReason && 'text-ink-3')}>{choice.label}</span>
            {description && (
              <span id={`${id}-${index}`} className="col-start-2 text-xs text-ink-3">
                {description}
              </span>
            )}
          </label>
        );
      })}
    </fieldset>
  );
}
