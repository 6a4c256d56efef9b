import { connect } from '../../src/database.ts';
import { startTestWorker } from './worker.ts';

/** Sent by the parent process: an offset for this process's clock, or the order to stop. */
export type WorkerMessage = { clock: number } | 'stop';

let clockOffsetMs = 0;

// shifts the clock of this whole process, as on a machine whose clock is wrong
globalThis.Date = new Proxy(Date, {
  construct: (target, args) => Reflect.construct(target, args.length === 0 ? [target.now() + clockOffsetMs] : args),
  get: (originalDate, name) =>
    name === 'now' ? () => originalDate.now() + clockOffsetMs : Reflect.get(originalDate, name),
});

const db = connect(process.env.DATABASE_URL ?? '');
const worker = startTestWorker(db, JSON.parse(process.env.PUSHER ?? '{}'));

process.on('message', (message: WorkerMessage) => {
  if (message !== 'stop') clockOffsetMs = message.clock;
  else
    void worker
      .stop()
      .then(() => db.destroy())
      .then(() => process.exit(0));
});
process.on('disconnect', () => process.exit(1));
process.send?.('ready');
