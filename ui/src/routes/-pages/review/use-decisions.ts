import { useEffect, useRef, useState } from 'react';
import { type ActorRefFrom, createActor, fromPromise } from 'xstate';
import { useTexts } from '#i18n/i18n.ts';
import { addRefusedDecision, removeRefusedDecision } from '../home/refused-decisions.tsx';
import { type RecordReview, reviewKey } from '../home/review-rows.ts';
import { type ReviewDecision, sendReviewDecision } from '../home/use-decision.ts';
import { decisionMachine } from './decision.machine.ts';

export interface Decision extends ReviewDecision {
  item: RecordReview;
  /** A decision that waits can be undone; one that was refused or undone is removed. */
  state: 'waiting' | 'sending' | 'done';
}

export interface Decisions {
  /** The decisions made on this page, by the keys of their items, oldest first. */
  made: ReadonlyMap<string, Decision>;
  /** Decides on an item in the version that it has; the decision is sent once it can no longer be undone. */
  decide: (item: RecordReview, decision: ReviewDecision) => void;
  /** Takes back the latest decision that is not sent yet, and returns the key of its item. */
  undo: () => string | undefined;
}

/** The decisions of a review queue. Those that still wait are sent when the page is left. */
export function useDecisions(): Decisions {
  const { language } = useTexts();
  const [made, setMade] = useState<ReadonlyMap<string, Decision>>(new Map());
  const actors = useRef(new Map<string, ActorRefFrom<typeof decisionMachine>>());

  useEffect(() => {
    const sendAll = () => {
      for (const actor of actors.current.values()) actor.send({ type: 'SEND' });
    };
    window.addEventListener('pagehide', sendAll);
    return () => {
      window.removeEventListener('pagehide', sendAll);
      sendAll();
    };
  }, []);

  function decide(item: RecordReview, decision: ReviewDecision): void {
    const key = reviewKey(item);
    removeRefusedDecision(item);
    const onRefused = (message: string) => addRefusedDecision({ item, message });
    const send = fromPromise(() => sendReviewDecision(item, decision, language, onRefused));
    const actor = createActor(decisionMachine.provide({ actors: { send } }));
    actors.current.set(key, actor);
    actor.subscribe(({ value, status }) => {
      if (status === 'done') actors.current.delete(key);
      setMade((before) => {
        const after = new Map(before);
        if (value === 'waiting' || value === 'sending' || value === 'done')
          after.set(key, { ...decision, item, state: value });
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
