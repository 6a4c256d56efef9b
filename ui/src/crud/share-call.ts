import { session } from '#session/session.ts';
import { onRecordsChanged } from './changes.ts';

const calls = new Map<string, Promise<unknown>>();
// what was asked before a change, or by who has signed out, is no answer to who asks now
onRecordsChanged(() => calls.clear());
session.subscribe(() => session.loggedIn || calls.clear());

/** All who ask the same while it is under way share the call; so none of them can cancel it. */
export function shareCall<T>(key: string, send: () => Promise<T>): Promise<T> {
  // the cast: a key stands for one question
  const call = (calls.get(key) as Promise<T> | undefined) ?? send();
  calls.set(key, call);
  const drop = () => void (calls.get(key) === call && calls.delete(key));
  call.then(drop, drop);
  return call;
}
