import { connect } from '#database';
import { FileFault } from '#imports/file-model.ts';
import { previewFile } from '#imports/preview-file.ts';
import type { JobReply, JobRequest } from '#imports/process/jobs.ts';
import { writeReport } from '#imports/stage/write-report.ts';
import { TaskAborted, TaskFailure } from '#tasks/kinds.ts';
import { createCrudContext } from '../create-crud.ts';

/** For two concurrent chunks of a file and the task's progress. */
const MAX_CONNECTIONS = 4;

const { DATABASE_URL = '' } = process.env;
const db = connect(DATABASE_URL, MAX_CONNECTIONS);
const crud = createCrudContext(db);

const reply = (message: JobReply) => process.send?.(message);

const runJob = (request: JobRequest): Promise<unknown> =>
  request.job === 'preview'
    ? previewFile(crud, request.params)
    : writeReport(crud, request.params, () => reply({ type: 'progress' }));

function toErrorReply(error: unknown): JobReply {
  if (error instanceof FileFault) return { type: 'fault', fault: { key: error.key, ...error.parameters } };
  if (error instanceof TaskFailure) return { type: 'failure', key: error.key, message: error.message };
  if (error instanceof TaskAborted) return { type: 'interruption', reason: error.reason };
  if (!(error instanceof Error)) return { type: 'error', error: { message: String(error) } };
  // the cast: errors of the driver and the system have these members
  const { message, stack, code, errno, fatal } = error as NodeJS.ErrnoException & { fatal?: boolean };
  const members = { message, stack, code, errno, fatal };
  return { type: 'error', error: JSON.parse(JSON.stringify(members)) };
}

// the parent process has ended
process.on('disconnect', () => process.exit());
process.on('message', (request: JobRequest) => {
  runJob(request).then(
    (result) => reply({ type: 'result', result }),
    (error) => reply(toErrorReply(error)),
  );
});
reply({ type: 'ready' });
