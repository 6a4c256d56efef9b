import { connect } from '../../src/database.ts';
import { startWorker } from './worker.ts';

/** What a parent may say: that this process's clock jumps, or that it is to stop. */
export type Word = { clock: number } | 'stop';

let ahead = 0;

// all that this process does by its clock, as on a machine whose clock is wrong by `ahead` milliseconds
globalThis.Date = new Proxy(Date, {
  construct: (real, given) => Reflect.construct(real, given.length === 0 ? [real.now() + ahead] : given),
  get: (real, name) => (name === 'now' ? () => real.now() + ahead : Reflect.get(real, name)),
});

const db = connect(process.env.DATABASE_URL ?? '');
const worker = startWorker(db, JSON.parse(process.env.PUSHER ?? '{}'));

process.on('message', (word: Word) => {
  if (word !== 'stop') ahead = word.clock;
  else
    void worker
      .stop()
      .then(() => db.destroy())
      .then(() => process.exit(0));
});
process.on('disconnect', () => process.exit(1));
process.send?.('ready');
