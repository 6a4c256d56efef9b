import { connect } from '#database';
import { FileFault } from '#imports/file-model.ts';
import { previewFile } from '#imports/preview-file.ts';
import type { Reply, Request } from '#imports/process/jobs.ts';
import { writeReport } from '#imports/stage/write-report.ts';
import { TaskAborted, TaskFailure } from '#tasks/kinds.ts';
import { createCrud } from '../create-crud.ts';

/** Two chunks of a file are under way together, and the task's progress beside them. */
const CONNECTIONS = 4;

const { DATABASE_URL = '' } = process.env;
const db = connect(DATABASE_URL, CONNECTIONS);
const crud = createCrud(db);

const reply = (message: Reply) => process.send?.(message);

const perform = (request: Request): Promise<unknown> =>
  request.job === 'preview'
    ? previewFile(crud, request.params)
    : writeReport(crud, request.params, () => reply({ type: 'progress' }));

function replyOf(error: unknown): Reply {
  if (error instanceof FileFault) return { type: 'fault', fault: { key: error.key, ...error.parameters } };
  if (error instanceof TaskFailure) return { type: 'failure', key: error.key, message: error.message };
  if (error instanceof TaskAborted) return { type: 'interruption', reason: error.reason };
  if (!(error instanceof Error)) return { type: 'error', error: { message: String(error) } };
  // errors of the driver and of the system have these beside
  const { message, stack, code, errno, fatal } = error as NodeJS.ErrnoException & { fatal?: boolean };
  const members = { message, stack, code, errno, fatal };
  return { type: 'error', error: JSON.parse(JSON.stringify(members)) };
}

// whoever started it is gone
process.on('disconnect', () => process.exit());
process.on('message', (request: Request) => {
  perform(request).then(
    (result) => reply({ type: 'result', result }),
    (error) => reply(replyOf(error)),
  );
});
reply({ type: 'ready' });
