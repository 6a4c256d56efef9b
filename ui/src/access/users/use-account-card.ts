import { useRead } from '#crud/use-read.ts';
import { getUser, listSessions } from './users-calls.ts';

/** An account with its open sessions. */
export const useAccountCard = (id: number) =>
  useRead({
    queryKey: ['user', id],
    queryFn: async ({ signal }) => {
      const [account, sessions] = await Promise.all([getUser(id, signal), listSessions(id, signal)]);
      return { account, sessions };
    },
  });
