import { Link } from '@tanstack/react-router';
import { useSyncExternalStore } from 'react';
import { recordLink } from '#crud/define-entity.ts';
import type { FieldChange } from '#crud/record/history/field-changes.ts';
import type { RecordDetails } from '#crud/record/use-record.ts';
import { ChangedValues } from '#data-logs/changed-values.tsx';
import { useTexts } from '#i18n/i18n.ts';
import { LinkButton, linkClass } from '#kit/buttons/link-button.tsx';
import { Note } from '#kit/messages/note.tsx';
import { session } from '#session/session.ts';
import { type RecordToReview, reviewKey } from './review-rows.ts';

/** A decision that the server refused. */
interface RefusedDecision {
  item: RecordToReview;
  /** Who decided: the refusal may arrive when somebody else has signed in. */
  username: string | undefined;
  /** names the item and says why */
  message: string;
  /** What the user decided on, if they saw it, and how it differs from what the item is since. */
  seen?: RecordDetails | undefined;
  changes?: readonly FieldChange[] | undefined;
  /** Whether the user has closed the message. */
  isClosed?: boolean;
}

let refused: readonly RefusedDecision[] = [];
const listeners = new Set<() => void>();

function setRefused(next: readonly RefusedDecision[]): void {
  refused = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

// the messages name records, which the next user of the tab may not be allowed to see
session.subscribe(() => {
  if (!session.loggedIn && refused.length > 0) setRefused([]);
});

const withoutItem = (item: RecordToReview) => refused.filter((other) => reviewKey(other.item) !== reviewKey(item));

/** Remembers a refused decision until it is dismissed or the item is decided on. */
export const addRefusedDecision = (decision: RefusedDecision): void =>
  setRefused([...withoutItem(decision.item), decision]);

export function removeRefusedDecision(item: RecordToReview): void {
  const others = withoutItem(item);
  if (others.length < refused.length) setRefused(others);
}

/** Returns what the user saw of an item when they decided on it, if that decision was refused. */
export const useRefusedContent = (item: RecordToReview): RecordDetails | undefined =>
  useSyncExternalStore(subscribe, () => refused).find(
    (other) => reviewKey(other.item) === reviewKey(item) && other.username === session.user?.username,
  )?.seen;

/** The fields that a line names; a hint at further ones follows them. */
const MAX_SHOWN_CHANGES = 2;

/**
 * The decisions of this tab that the server refused. They are sent a few seconds after they were made, so that the user may already be on
 * another page and miss the message.
 */
export function RefusedDecisions() {
  const { t } = useTexts();
  const all = useSyncExternalStore(subscribe, () => refused);
  const decisions = all.filter(({ username, isClosed }) => !isClosed && username === session.user?.username);
  if (decisions.length === 0) return null;
  // what was seen is still needed where the user decides anew
  const close = () => setRefused(refused.map((decision) => ({ ...decision, isClosed: true })));
  return (
    <div className="flex-none px-page py-2">
      <Note tone="warn" action={<LinkButton onClick={close}>{t('common.close')}</LinkButton>}>
        <p className="font-semibold">{t('home.refused', { count: decisions.length })}</p>
        <ul>
          {decisions.map(({ item, message, changes = [] }) => (
            <li key={reviewKey(item)}>
              <Link {...recordLink(item.entity, item.id)} className={linkClass}>
                {message}
              </Link>
              {changes.length > 0 && (
                <ChangedValues
                  entry={{
                    entity: item.entity,
                    changes: changes.map(({ pointer }) => pointer),
                    values: changes.slice(0, MAX_SHOWN_CHANGES),
                  }}
                />
              )}
            </li>
          ))}
        </ul>
      </Note>
    </div>
  );
}
