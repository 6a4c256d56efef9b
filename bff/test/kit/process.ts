import { type ChildProcess, fork } from 'node:child_process';
import { onDatabase, programs } from './program.ts';

export interface BffProcess {
  url: string;
  child: ChildProcess;
  /** Settles with the exit code or signal. */
  exited: Promise<number | string | null>;
}

/** The service as a process of its own, as the launcher starts it. */
export async function startProcess(databaseUrl: string, env: Record<string, string> = {}): Promise<BffProcess> {
  const common = { JWT_SECRET: 'a secret of this test, long enough', PORT: '0' };
  const child = fork(programs.service, onDatabase(databaseUrl, { ...common, ...env }));
  const exited = new Promise<number | string | null>((resolve) => {
    child.once('exit', (code, signal) => resolve(signal ?? code));
  });
  const url = await new Promise<string>((resolve, reject) => {
    child.once('message', (message: { type: string; url: string; message: string }) =>
      message.type === 'listening' ? resolve(message.url) : reject(new Error(message.message)),
    );
    void exited.then((how) => reject(new Error(`The service ended with ${how} before it listened.`)));
  });
  return { url, child, exited };
}
