import { connect } from '../../../src/database/database.ts';
import { startTestWorker } from './worker.ts';

/** A message from the parent process, which is an offset for this process's clock or the instruction to stop. */
export type WorkerMessage = { clockOffsetMs: number } | 'stop';

let clockOffsetMs = 0;

// This shifts the clock of the whole process, as on a machine whose clock is wrong.
globalThis.Date = new Proxy(Date, {
  construct: (target, args) => Reflect.construct(target, args.length === 0 ? [target.now() + clockOffsetMs] : args),
  get: (originalDate, name) =>
    name === 'now' ? () => originalDate.now() + clockOffsetMs : Reflect.get(originalDate, name),
});

const db = connect(process.env.DATABASE_URL ?? '');
const worker = startTestWorker(db, JSON.parse(process.env.PUSHER ?? '{}'));

process.on('message', (message: WorkerMessage) => {
  if (message !== 'stop') clockOffsetMs = message.clockOffsetMs;
  else
    void worker
      .stop()
      .then(() => db.destroy())
      .then(() => process.exit(0));
});
process.on('disconnect', () => process.exit(1));
process.send?.('ready');
