import { connect } from '../../src/database.ts';
import { startWorker } from './worker.ts';

/** What a parent may say: that this process's clock jumps, or that it is to stop. */
export type Word = { clock: number } | 'stop';

const RealDate = Date;
let ahead = 0;

/** The clock of a machine that is wrong by `ahead` milliseconds. */
class WrongDate extends RealDate {
  constructor(...given: [] | [number]) {
    super(...(given.length === 0 ? [WrongDate.now()] : given));
  }
  static override now(): number {
    return RealDate.now() + ahead;
  }
}
// all that this process does by its clock
globalThis.Date = WrongDate as DateConstructor;

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
