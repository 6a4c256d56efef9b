import type { EntityKey, Schemas } from '#http/contract.ts';
import type { TaskLease } from '#tasks/kinds.ts';
import type { Line } from '../file-model.ts';
import type { ImportOptions, StoredFault } from '../stored-import.ts';

/** What of the first lines is told beside the lines themselves. */
export type Sample = Pick<Schemas['ImportPreviewAnswer']['data'], 'text' | 'undecodable' | 'betterKey'>;

/** What the beginning of a file shows; with a fault as much of it as there is beside the fault. */
export interface FilePreview extends Sample {
  options: ImportOptions | null;
  columns: string[];
  lines: Line[];
  fault: StoredFault | null;
}

/** What an import process does, by name; all of it passes between processes as JSON. */
export interface ImportJobs {
  preview: {
    /** Without options they are detected. */
    params: { importId: number; entity: EntityKey; options?: ImportOptions };
    result: FilePreview;
  };
  stage: {
    params: { importId: number; lease: TaskLease };
    result: { rows: number };
  };
}

export type JobName = keyof ImportJobs;

export type Request = { [J in JobName]: { job: J; params: ImportJobs[J]['params'] } }[JobName];

/** `ready` comes once, when the process has loaded its program. */
export type Reply =
  | { type: 'ready' }
  | { type: 'progress' }
  | { type: 'result'; result: unknown }
  | { type: 'fault'; fault: StoredFault }
  | { type: 'failure'; key: Schemas['TaskErrorKey']; message: string }
  | { type: 'interruption'; reason: 'cancelled' | 'stopped' | 'lost' }
  | { type: 'error'; error: { message: string; stack?: string; code?: string; errno?: number; fatal?: boolean } };
