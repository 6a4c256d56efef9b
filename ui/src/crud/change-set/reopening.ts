import { useSyncExternalStore } from 'react';
import type { Schemas } from '#api/metadata.gen.ts';
import { isAdministrator } from '#session/permissions.ts';
import { session } from '#session/session.ts';

type ApprovedSet = Pick<Schemas['ChangeSet'], 'title' | 'status' | 'ownWork'>;

/** Asks whether a change may open a set again that is approved for its date, and that needs a new approval then. */
export interface ReopeningQuestion {
  title: string;
  status: 'scheduled' | 'held';
  answer: (isAgreed: boolean) => void;
}

/** Thrown instead of changing a set whose approval the user wants to keep. */
export class ReopeningDeclined extends Error {}

let current: ReopeningQuestion | null = null;
const listeners = new Set<() => void>();

function show(question: ReopeningQuestion | null): void {
  current = question;
  for (const listener of listeners) listener();
}

/** Returns the status of a set that a change by the user opens again; undefined for any other, which it leaves open or does not get into. */
export function statusLostByChange({ status, ownWork }: ApprovedSet): ReopeningQuestion['status'] | undefined {
  const isApproved = status === 'scheduled' || status === 'held';
  return isApproved && (ownWork || isAdministrator(session.user)) ? status : undefined;
}

/** Asks before a change opens a set again. @throws ReopeningDeclined */
export async function agreeToReopening(set: ApprovedSet): Promise<void> {
  const status = statusLostByChange(set);
  if (!status) return;
  current?.answer(false);
  const isAgreed = await new Promise<boolean>((answer) => {
    const stopWatching = session.subscribe(() => !session.loggedIn && current?.answer(false));
    show({
      title: set.title,
      status,
      answer: (agreed) => {
        stopWatching();
        show(null);
        answer(agreed);
      },
    });
  });
  if (!isAgreed) throw new ReopeningDeclined();
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

export const useReopeningQuestion = (): ReopeningQuestion | null => useSyncExternalStore(subscribe, () => current);
