import { type ChildProcess, spawn } from 'node:child_process';

export interface Child {
  child: ChildProcess;
  stop(): Promise<void>;
}

/** Starts a script as a child process that accepts messages and ends with this process. */
export function spawnChild(file: string, env: NodeJS.ProcessEnv): Child {
  const child = spawn(process.execPath, ['--import', 'tsx', file], {
    cwd: import.meta.dirname,
    env: { ...process.env, NODE_ENV: 'production', ...env },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  return {
    child,
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const exited = new Promise((resolve) => child.once('exit', resolve));
      child.kill('SIGTERM');
      await exited;
    },
  };
}
