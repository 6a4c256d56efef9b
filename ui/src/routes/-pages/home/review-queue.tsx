import { useNavigate } from '@tanstack/react-router';
import { type MouseEvent, type RefObject, useEffect, useReducer, useRef, useState } from 'react';
import type { Schemas } from '#api/metadata.gen.ts';
import { useReasonField } from '#crud/reason-field.ts';
import { recordName, withCode } from '#crud/text/record-names.ts';
import { pointerLabel } from '#crud/text/value-text.ts';
import { number } from '#i18n/format.ts';
import { useTexts } from '#i18n/i18n.ts';
import { Button } from '#kit/buttons/button.tsx';
import { Icon } from '#kit/buttons/icon.tsx';
import { LinkButton } from '#kit/buttons/link-button.tsx';
import { ConfirmDialog } from '#kit/layers/confirm-dialog.tsx';
import { moveFocusByArrows } from '#kit/lists/move-focus-by-arrows.ts';
import { ReviewLine } from './review-line.tsx';
import { ReviewRow, useDecisionBlocker } from './review-row.tsx';
import {
  compareRows,
  isSameContent,
  type RecordToReview,
  type ReviewItem,
  type RowState,
  reviewKey,
} from './review-rows.ts';
import { type DecisionChoice, useImmediateDecision } from './use-immediate-decision.ts';

/**
 * Items awaiting review, with buttons to approve or reject them. While the pointer or the focus is in the queue, no row moves: decided rows
 * stay until the pointer and the focus leave, and new rows are announced below.
 */
export function ReviewQueue({ items }: { items: readonly ReviewItem[] }) {
  const { t } = useTexts();
  const { busy, decide } = useImmediateDecision();
  const [rejecting, setRejecting] = useState<RecordToReview>();
  const [decided, setDecided] = useState<ReadonlyMap<string, { item: RecordToReview; choice: DecisionChoice }>>(
    new Map(),
  );
  const queue = useRef<HTMLDivElement>(null);
  const focusAfter = useRef<string>(undefined);
  const { rows, added, departureHandlers, refresh } = useSteadyRows(items, queue);

  // a decided row loses its buttons and the focus, which moves to the next open row
  useEffect(() => {
    const key = focusAfter.current;
    if (key === undefined || rows.find((row) => row.key === key)?.state === 'same') return;
    focusAfter.current = undefined;
    if (document.activeElement !== document.body) return;
    const rowIndex = rows.findIndex((row) => row.key === key);
    const next =
      rows.slice(rowIndex + 1).find(({ state }) => state !== 'gone') ?? rows.find(({ state }) => state !== 'gone');
    if (next) focusRow(queue.current, next.key);
  }, [rows]);

  /** The choice made on an item, unless it has been proposed or submitted anew since. */
  function decisionOn(item: RecordToReview): DecisionChoice | undefined {
    const decision = decided.get(reviewKey(item));
    return decision && isSameContent(decision.item, item) ? decision.choice : undefined;
  }

  async function run(item: RecordToReview, choice: DecisionChoice, reason = ''): Promise<boolean> {
    const key = reviewKey(item);
    focusAfter.current = key;
    const outcome = await decide(item, choice, reason);
    if (outcome === 'done') setDecided((before) => new Map(before).set(key, { item, choice }));
    return outcome !== 'failed';
  }

  /** Shows new rows. The button that does so disappears; if it was pressed by keyboard, the focus moves to the row above. */
  function showAdded({ detail: pointerClicks }: MouseEvent): void {
    const above = rows.findLast(({ state }) => state !== 'gone');
    if (pointerClicks === 0 && above) focusRow(queue.current, above.key);
    refresh();
  }

  return (
    <div ref={queue} {...departureHandlers}>
      <ul onKeyDown={moveFocusByArrows}>
        {rows.map(({ key, item, state, show }) =>
          item.kind === 'import' ? (
            <ImportRow key={key} rowKey={key} item={item} isGone={state === 'gone'} />
          ) : (
            <ReviewRow
              key={key}
              rowKey={key}
              item={item}
              state={state}
              decided={decisionOn(item)}
              busy={busy === key}
              onShow={show}
              onApprove={() => void run(item, 'approve')}
              onReject={() => setRejecting(item)}
            />
          ),
        )}
      </ul>
      {added > 0 && (
        <div className="border-t border-line px-4 py-2 text-xs" role="status">
          <LinkButton onClick={showAdded}>{t('home.added', { count: added })}</LinkButton>
        </div>
      )}
      <RejectDialog
        item={rejecting}
        busy={busy !== undefined}
        onClose={() => setRejecting(undefined)}
        onReject={async (item, reason) => {
          if (await run(item, 'reject', reason)) setRejecting(undefined);
        }}
      />
    </div>
  );
}

function focusRow(queue: HTMLElement | null, key: string): void {
  queue?.querySelector<HTMLElement>(`[data-row="${CSS.escape(key)}"] [data-item]`)?.focus();
}

interface RejectDialogProps {
  /** The item to reject; the dialog is closed while it is undefined. */
  item: RecordToReview | undefined;
  busy: boolean;
  onClose: () => void;
  onReject: (item: RecordToReview, reason: string) => void;
}

export function RejectDialog({ item, busy, onClose, onReject }: RejectDialogProps) {
  const { t, language } = useTexts();
  const reason = useReasonField();
  // while the dialog closes, it keeps its last content
  const lastItem = useRef(item);
  if (item) lastItem.current = item;
  const reviewItem = lastItem.current;
  if (!reviewItem) return null;
  const proposal = reviewItem.kind === 'proposal';
  const isDeletion = reviewItem.action === 'delete';
  const name = withCode(reviewItem.code, recordName(reviewItem, language));
  return (
    <ConfirmDialog
      open={item !== undefined}
      onClose={onClose}
      title={
        proposal
          ? t(isDeletion ? 'proposal.rejectDeletionTitle' : 'proposal.rejectTitle')
          : t('form.rejectTitle', { name })
      }
      description={proposal ? t('proposal.rejectText') : t('form.rejectText')}
      confirmLabel={t('event.reject')}
      destructive
      busy={busy}
      reason={reason}
      onConfirm={(text) => onReject(reviewItem, text)}
    />
  );
}

interface SteadyRow {
  key: string;
  item: ReviewItem;
  state: RowState;
  /** Shows the current content of a changed row. */
  show: () => void;
}

/** Keeps rows unchanged while the pointer or the focus is in the queue. */
function useSteadyRows(items: readonly ReviewItem[], queue: RefObject<HTMLElement | null>) {
  const [shown, setShown] = useState(items);
  const [departures, countDeparture] = useReducer((count: number) => count + 1, 0);
  // Asks the document instead of relying on enter events, which do not fire after the element under the pointer was removed.
  // biome-ignore lint/correctness/useExhaustiveDependencies: each departure triggers another check
  useEffect(() => {
    if (!queue.current?.matches(':hover, :focus-within')) setShown(items);
  }, [items, departures, queue]);
  const { states, added, currentByKey } = compareRows(shown, items);

  const rows = shown.map((item, rowIndex): SteadyRow => {
    const key = reviewKey(item);
    const show = () => setShown(shown.map((one) => (reviewKey(one) === key ? (currentByKey.get(key) ?? one) : one)));
    return { key, item, state: states[rowIndex] ?? 'gone', show };
  });
  return {
    rows,
    added,
    refresh: () => setShown(items),
    departureHandlers: {
      onPointerLeave: countDeparture,
      // the new focus is known only after this event
      onBlur: () => requestAnimationFrame(countDeparture),
    },
  };
}

interface ImportRowProps {
  rowKey: string;
  item: Schemas['ImportReview'];
  isGone: boolean;
}

/** A row for all records of one import, which are approved or rejected together on the import's page. */
function ImportRow({ rowKey, item, isGone }: ImportRowProps) {
  const { t } = useTexts();
  const navigate = useNavigate();
  const disabledReason = useDecisionBlocker(item);
  const link = { to: '/imports/$id', params: { id: String(item.id) } } as const;
  const counts = [
    item.created > 0 && t('home.importCreated', { n: number(item.created) }),
    item.proposed > 0 && t('home.importProposed', { n: number(item.proposed) }),
  ].filter((text) => text !== false);
  const what = t('home.import', { counts: counts.join(t('common.separator')) });
  return (
    <ReviewLine
      rowKey={rowKey}
      outcomeText={isGone ? t('home.gone') : undefined}
      leadingContent={<Icon name="upload" label={t('menu.import')} className="text-ink-3" />}
      name={item.filename}
      link={link}
      by={item.by}
      time={item.time}
      actions={
        <Button size="sm" disabledReason={disabledReason} onClick={() => void navigate(link)}>
          {t('home.decide')}
        </Button>
      }
    >
      <span className="flex-none">{t('home.ready', { n: number(item.ready) })}</span>
      {item.missing.length > 0 && (
        <span className="flex max-w-3/5 flex-none items-center gap-1 text-warn-ink">
          <Icon name="warning" size={14} />
          <span className="min-w-0 truncate">
            {item.missing
              .map(({ pointer, count }) => t('list.lacking', { field: pointerLabel(pointer), n: number(count) }))
              .join(t('common.separator'))}
          </span>
        </span>
      )}
      <span className="min-w-0 truncate">{t('home.whatOf', { kind: t(`entity.${item.entity}.one`), what })}</span>
    </ReviewLine>
  );
}
