import type { Database } from '#database';
import type { OperationId } from '#http/contract.ts';
import type { Handlers } from '#http/operation-types.ts';
import { retryLane, setPaused, skipChange } from './change-lane.ts';
import { readLaneDetail } from './lane-detail.ts';
import { previewReplay, startReplay } from './replay.ts';
import type { SyncLane } from './state.ts';
import { createSyncStatus, watchSyncStatus } from './sync-status.ts';

export type SyncStatusOperation = Extract<
  OperationId,
  | 'getSyncStatus'
  | 'streamSyncStatus'
  | 'getSyncLane'
  | 'previewReplay'
  | 'replayLane'
  | 'skipChange'
  | 'retryLane'
  | 'pauseLane'
  | 'resumeLane'
>;

const answer = (lane: SyncLane) => ({ status: 200 as const, data: { lane } });

/** Where subscribers stand, and what a person does about it. */
export function syncStatusHandlers({ db }: { db: Database }): Pick<Handlers, SyncStatusOperation> {
  const read = createSyncStatus(db);
  const events = watchSyncStatus(read);
  return {
    getSyncStatus: async () => ({ status: 200, data: await read() }),
    streamSyncStatus: async () => ({ status: 200, events }),
    getSyncLane: async (request) => ({ status: 200, data: await readLaneDetail(db, request) }),
    previewReplay: async (request) => ({ status: 200, data: await previewReplay(db, request) }),
    replayLane: async (request) => ({ status: 202, data: { task: await startReplay(db, request) } }),
    skipChange: async (request) => answer(await skipChange(db, request)),
    retryLane: async (request) => answer(await retryLane(db, request)),
    pauseLane: async (request) => answer(await setPaused(db, request, true)),
    resumeLane: async (request) => answer(await setPaused(db, request, false)),
  };
}
