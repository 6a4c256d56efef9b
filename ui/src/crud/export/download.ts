import { api } from '#session/session.ts';

/** Downloads a path of the contract as a file, with a one-time ticket because a link cannot send the token. */
export async function download(path: string): Promise<void> {
  const { data } = await api.POST('/api/v1/tickets', { body: { path } });
  const link = document.createElement('a');
  link.href = `/dc${path}${path.includes('?') ? '&' : '?'}ticket=${encodeURIComponent(data.ticket)}`;
  link.download = '';
  link.click();
}
