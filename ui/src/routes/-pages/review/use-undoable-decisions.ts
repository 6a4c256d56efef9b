import { useEffect, useRef, useState } from 'react';
import { type ActorRefFrom, createActor, fromPromise, toPromise } from 'xstate';
import type { Problem } from '#api/problem.ts';
import { conflictsWithRecord } from '#crud/decision-errors.ts';
import { changesSince, type FieldChange } from '#crud/record/history/field-changes.ts';
import type { RecordDetails } from '#crud/record/use-record.ts';
import { useTexts } from '#i18n/i18n.ts';
import { session } from '#session/session.ts';
import { addRefusedDecision, removeRefusedDecision } from '../home/refused-decisions.tsx';
import { type RecordToReview, reviewKey } from '../home/review-rows.ts';
import { type ReviewDecision, sendReviewDecision } from '../home/use-immediate-decision.ts';
import { UNDO_MS, undoableDecisionMachine } from './undoable-decision.machine.ts';

export interface Decision extends ReviewDecision {
  item: RecordToReview;
  /** A decision that waits can be undone; one that was refused or undone is removed. */
  state: 'waiting' | 'sending' | 'done';
  /** When it is sent, in milliseconds of this device's clock. */
  sendTime: number;
}

export interface Decisions {
  /** The decisions made on this page, by the keys of their items, oldest first. */
  made: ReadonlyMap<string, Decision>;
  /**
   * Queues a decision on the given version of an item, of which the user sees `seen`; it is sent once it can no longer be undone.
   */
  decide: (item: RecordToReview, decision: ReviewDecision, seen: RecordDetails) => void;
  /** Takes back the latest decision that has not been sent yet, and returns the key of its item. */
  undo: () => string | undefined;
}

/** The decisions of a review queue. Those that still wait are sent when the user leaves the page, changes its filter or signs out. */
export function useUndoableDecisions(): Decisions {
  const { language } = useTexts();
  const [made, setMade] = useState<ReadonlyMap<string, Decision>>(new Map());
  const actors = useRef(new Map<string, ActorRefFrom<typeof undoableDecisionMachine>>());

  useEffect(() => {
    const sendAll = async () => {
      // again, as the user may decide while the first ones are sent
      while (actors.current.size > 0) {
        for (const actor of actors.current.values()) actor.send({ type: 'SEND' });
        await Promise.all([...actors.current.values()].map(toPromise));
      }
    };
    const onPageHide = () => void sendAll();
    window.addEventListener('pagehide', onPageHide);
    const stopSendingAtLogout = session.beforeLogout(sendAll);
    return () => {
      window.removeEventListener('pagehide', onPageHide);
      stopSendingAtLogout();
      void sendAll();
    };
  }, []);

  function decide(item: RecordToReview, decision: ReviewDecision, seen: RecordDetails): void {
    const key = reviewKey(item);
    removeRefusedDecision(item);
    const username = session.user?.username;
    const sendTime = Date.now() + UNDO_MS;
    const onNotApplied = (message: string, problem: Problem) =>
      addRefusedDecision({ item, username, message, seen, changes: changesOf(seen, problem) });
    const send = fromPromise(() => sendReviewDecision(item, decision, language, onNotApplied));
    const actor = createActor(undoableDecisionMachine.provide({ actors: { send } }));
    actors.current.set(key, actor);
    actor.subscribe(({ value, status }) => {
      if (status === 'done') actors.current.delete(key);
      setMade((before) => {
        const after = new Map(before);
        if (value === 'waiting' || value === 'sending' || value === 'done')
          after.set(key, { ...decision, item, state: value, sendTime });
        else after.delete(key);
        return after;
      });
    });
    actor.start();
  }

  function undo(): string | undefined {
    const [key, actor] = [...actors.current].findLast(([, each]) => each.getSnapshot().value === 'waiting') ?? [];
    actor?.send({ type: 'UNDO' });
    return key;
  }

  return { made, decide, undo };
}

/** Returns how an item differs from what was decided on, where the refusal tells its current state. */
function changesOf(seen: RecordDetails, problem: Problem): FieldChange[] {
  const { current } = problem;
  if (!current) return [];
  const isRecord = !seen.openProposal || conflictsWithRecord(problem);
  return changesSince(seen, { ...seen, ...(isRecord ? { record: current } : { openProposal: { proposal: current } }) });
}
