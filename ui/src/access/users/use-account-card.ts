import { useLive } from '#crud/use-live.ts';
import { getUser, listSessions } from './users-calls.ts';

/** An account with its open sessions. */
export const useAccountCard = (id: number) =>
  useLive(`user ${id}`, async (signal) => {
    const [account, sessions] = await Promise.all([getUser(id, signal), listSessions(id, signal)]);
    return { account, sessions };
  });
