import type { EntityKey, Schemas } from '#http/contract.ts';
import type { TaskLease } from '#tasks/kinds.ts';
import type { FileLine } from '../file-model.ts';
import type { ImportOptions, StoredFault } from '../stored-import.ts';

/** Findings about the first lines of a file. */
export type SampleFindings = Pick<Schemas['ImportPreviewAnswer']['data'], 'text' | 'undecodable' | 'betterKey'>;

/** The preview of a file; if there is a fault, with what could be read nevertheless. */
export interface FilePreview extends SampleFindings {
  options: ImportOptions | null;
  columns: string[];
  lines: FileLine[];
  fault: StoredFault | null;
}

/** The jobs of an import process by name; parameters and results are sent between processes as JSON. */
export interface ImportJobs {
  preview: {
    /** Missing options are detected. */
    params: { importId: number; entity: EntityKey; options?: ImportOptions };
    result: FilePreview;
  };
  stage: {
    params: { importId: number; lease: TaskLease };
    result: { rows: number };
  };
}

export type JobName = keyof ImportJobs;

export type JobRequest = { [J in JobName]: { job: J; params: ImportJobs[J]['params'] } }[JobName];

/** A message from an import process; the first one is `ready`, once it has loaded its program. */
export type JobReply =
  | { type: 'ready' }
  | { type: 'progress' }
  | { type: 'result'; result: unknown }
  | { type: 'fault'; fault: StoredFault }
  | { type: 'failure'; key: Schemas['TaskErrorKey']; message: string }
  | { type: 'interruption'; reason: 'cancelled' | 'stopped' | 'lost' }
  | { type: 'error'; error: { message: string; stack?: string; code?: string; errno?: number; fatal?: boolean } };
