import { useEffect, useState } from 'react';
import { recordName } from '#crud/text/record-names.ts';
import { number } from '#i18n/format.ts';
import { useTexts } from '#i18n/i18n.ts';
import { Button } from '#kit/buttons/button.tsx';
import { Kbd } from '#kit/buttons/kbd.tsx';
import { Code } from '#kit/display/code.tsx';
import { UNDO_MS } from './undoable-decision.machine.ts';
import type { Decision } from './use-undoable-decisions.ts';

interface Props {
  decisions: ReadonlyMap<string, Decision>;
  skippedCount: number;
  /** The number of items that wait for a review. */
  remaining: number;
  onUndo: () => void;
}

/** The latest decision while it can be undone, and how many items were decided on this page. */
export function ReviewProgress({ decisions, skippedCount, remaining, onUndo }: Props) {
  const { t, language } = useTexts();
  const made = [...decisions.values()];
  const latest = made.findLast(({ state }) => state === 'waiting');
  const count = (choice: Decision['choice']) => made.filter((decision) => decision.choice === choice).length;
  const unsent = made.filter(({ state }) => state !== 'done').length;
  const left = Math.max(0, remaining - unsent);
  const share = made.length === 0 ? 0 : made.length / (made.length + left);
  return (
    <footer className="flex-none border-t border-line-strong">
      <div role="status">
        {latest && (
          <div className="flex items-center gap-2 border-b border-line px-4 py-2">
            <Countdown key={latest.sendTime} until={latest.sendTime} />
            <span className="flex min-w-0 flex-1 items-center gap-1.5">
              {t(
                latest.activate
                  ? 'review.nowActivated'
                  : latest.choice === 'approve'
                    ? 'home.nowApproved'
                    : 'home.nowRejected',
              )}
              {latest.item.code ? (
                <Code small>{latest.item.code}</Code>
              ) : (
                <span className="min-w-0 truncate">{recordName(latest.item, language)}</span>
              )}
              <span className="min-w-0 truncate text-xs text-ink-3">{t('review.sentSoon')}</span>
            </span>
            <Button size="sm" onClick={onUndo}>
              {t('common.undo')} <Kbd>U</Kbd>
            </Button>
          </div>
        )}
      </div>
      <div className="flex h-14 flex-col justify-center gap-1.5 px-4 text-xs text-ink-2">
        <span className="truncate">
          {t('review.left', { count: left, n: number(left) })}
          {made.length + skippedCount > 0 && (
            <span className="text-ink-3">
              {' · '}
              {t('review.decided', {
                approved: number(count('approve')),
                rejected: number(count('reject')),
                skipped: number(skippedCount),
              })}
            </span>
          )}
        </span>
        <span aria-hidden className="h-1 overflow-hidden rounded-full bg-sunken">
          <span className="block h-full bg-accent" style={{ width: `${share * 100}%` }} />
        </span>
      </div>
    </footer>
  );
}

const RADIUS = 9;

/** The seconds until a time within a ring that empties; the text beside it says how long there is in all. */
export function Countdown({ until }: { until: number }) {
  const readLeft = () => Math.max(0, Math.min(UNDO_MS, until - Date.now()));
  const [left, setLeft] = useState(readLeft);
  const [elapsed] = useState(UNDO_MS - left);
  useEffect(() => {
    const timer = setTimeout(() => setLeft(readLeft()), left % 1000 || 1000);
    return () => clearTimeout(timer);
  });
  return (
    <span aria-hidden className="relative grid size-6 flex-none place-items-center">
      <svg aria-hidden="true" viewBox="0 0 24 24" className="absolute inset-0 -rotate-90 fill-none stroke-2">
        <circle cx="12" cy="12" r={RADIUS} className="stroke-line" />
        <circle
          cx="12"
          cy="12"
          r={RADIUS}
          pathLength={1}
          strokeDasharray={1}
          className="animate-empty stroke-ok motion-reduce:hidden"
          style={{ animationDuration: `${UNDO_MS}ms`, animationDelay: `${-elapsed}ms` }}
        />
      </svg>
      <span className="font-mono text-2xs">{Math.ceil(left / 1000)}</span>
    </span>
  );
}
