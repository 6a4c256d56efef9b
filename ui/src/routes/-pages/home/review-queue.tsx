import { useEffect, useRef, useState } from 'react';
import { useTexts } from '#i18n/i18n.ts';
import { LinkButton } from '#kit/link-button.tsx';
import { listKeys } from '#kit/list-keys.ts';
import { ImportRow } from './import-row.tsx';
import { RejectDialog } from './reject-dialog.tsx';
import { ReviewRow } from './review-row.tsx';
import { type RecordReview, type ReviewItem, reviewKey } from './review-rows.ts';
import { type Choice, useDecision } from './use-decision.ts';
import { useSteadyRows } from './use-steady-rows.ts';

/**
 * Rows that wait, decided on right here. While somebody points at them or is among them by keyboard none of them moves: what is decided
 * on stays until they leave, what is new waits below.
 */
export function ReviewQueue({ items }: { items: readonly ReviewItem[] }) {
  const { t } = useTexts();
  const { busy, decide } = useDecision();
  const [rejecting, setRejecting] = useState<RecordReview>();
  const [decided, setDecided] = useState<ReadonlyMap<string, Choice>>(new Map());
  const list = useRef<HTMLUListElement>(null);
  const focusAfter = useRef<string>(undefined);
  const { rows, added, hold, refresh } = useSteadyRows(items, list);

  // a decided row has no buttons any more, and the focus goes with them: on to the next that is open
  useEffect(() => {
    const key = focusAfter.current;
    if (key === undefined || rows.find((row) => row.key === key)?.state === 'same') return;
    focusAfter.current = undefined;
    if (document.activeElement !== document.body) return;
    const at = rows.findIndex((row) => row.key === key);
    const next = rows.slice(at + 1).find(({ state }) => state !== 'gone') ?? rows.find(({ state }) => state !== 'gone');
    const link = next && list.current?.querySelector<HTMLElement>(`[data-row="${CSS.escape(next.key)}"] [data-item]`);
    link?.focus();
  }, [rows]);

  async function run(item: RecordReview, choice: Choice, reason = ''): Promise<boolean> {
    const key = reviewKey(item);
    focusAfter.current = key;
    const outcome = await decide(item, choice, reason);
    if (outcome === 'done') setDecided((before) => new Map(before).set(key, choice));
    return outcome !== 'failed';
  }

  return (
    <>
      <ul ref={list} onKeyDown={listKeys} {...hold}>
        {rows.map(({ key, item, state, show }) =>
          item.kind === 'import' ? (
            <ImportRow key={key} rowKey={key} item={item} isGone={state === 'gone'} />
          ) : (
            <ReviewRow
              key={key}
              rowKey={key}
              item={item}
              state={state}
              decided={decided.get(key)}
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
          <LinkButton onClick={refresh}>{t('home.added', { count: added })}</LinkButton>
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
    </>
  );
}
