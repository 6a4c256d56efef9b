import { connect } from '../../src/database/database.ts';
import { assignPositions } from '../../src/feed/sequencer.ts';
import { repeatUntilStopped } from './changes.ts';

const db = connect(process.env.DATABASE_URL ?? '');
repeatUntilStopped(() => assignPositions(db));
