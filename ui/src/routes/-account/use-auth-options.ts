import { useLoaded } from '#crud/use-loaded.ts';
import { api } from '#session/session.ts';

/** What this installation lets people do who are not signed in; undefined until it has said so. */
export function useAuthOptions() {
  const { data } = useLoaded('auth options', async (signal) => {
    const answer = await api.GET('/api/v1/auth/options', { signal });
    return answer.data;
  });
  return data;
}
