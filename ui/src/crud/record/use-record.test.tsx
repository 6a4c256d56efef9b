import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { queryClient, refreshReads } from '#crud/read/query-client.ts';
import { country } from '#entities/country.tsx';
import { queryClientWrapper } from '#testing/query-client-wrapper.tsx';
import { renderInConsole } from '#testing/render.tsx';
import { useRecord } from './use-record.ts';

const server = vi.hoisted(() => ({ version: 1, reads: 0 }));
vi.mock('#crud/resource.ts', () => ({
  resourceClient: () => ({
    get: async () => {
      server.reads += 1;
      return { data: { record: { id: 7, version: server.version }, proposed: false } };
    },
    references: async () => ({ data: {} }),
    history: async () => ({ data: {} }),
  }),
}));

function Version({ showsOwnChanges = true }: { showsOwnChanges?: boolean }) {
  const { data, showNewerVersion } = useRecord(country, 7, { showsOwnChanges });
  return (
    <p role="status">{data && `version ${data.record.version}${showNewerVersion ? ', newer one available' : ''}`}</p>
  );
}

const expectStatus = (text: string) => waitFor(() => expect(screen.getByRole('status').textContent).toBe(text));

/** Refreshes all reads and waits until the record is read again. */
async function refresh(origin: 'local' | 'remote', version: number): Promise<void> {
  server.version = version;
  const { reads } = server;
  refreshReads(origin);
  await waitFor(() => expect(server.reads).toBe(reads + 1));
}

beforeEach(() => {
  queryClient.clear();
  server.version = 1;
});

it('shows the version that a change on this page made at once, and one that was made elsewhere only on request', async () => {
  await renderInConsole(<Version />, { wrapper: queryClientWrapper });
  await expectStatus('version 1');
  await refresh('local', 2);
  await expectStatus('version 2');
  await refresh('remote', 3);
  await expectStatus('version 2, newer one available');
});

it('holds a version back that was made elsewhere after a change of another record on this page', async () => {
  await renderInConsole(<Version />, { wrapper: queryClientWrapper });
  await expectStatus('version 1');
  await refresh('local', 1);
  await expectStatus('version 1');
  await refresh('remote', 2);
  await expectStatus('version 1, newer one available');
});

it('still holds a version back after a later change of another record on this page', async () => {
  await renderInConsole(<Version />, { wrapper: queryClientWrapper });
  await expectStatus('version 1');
  await refresh('remote', 2);
  await expectStatus('version 1, newer one available');
  await refresh('local', 2);
  await expectStatus('version 1, newer one available');
  await refresh('local', 3);
  await expectStatus('version 3');
});

it('holds back every newer version where decisions are made on the one that is shown', async () => {
  await renderInConsole(<Version showsOwnChanges={false} />, { wrapper: queryClientWrapper });
  await expectStatus('version 1');
  await refresh('local', 2);
  await expectStatus('version 1, newer one available');
});
