import { type ChildProcess, spawn } from 'node:child_process';

export interface Child {
  child: ChildProcess;
  stop(): Promise<void>;
}

/** A process of this room, which can be sent messages and ends with this one. */
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
