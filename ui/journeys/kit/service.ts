import { type Child, node } from './child.ts';

let host: Child | undefined;

/** A new bff, in the one process in which those of all files run one after another: it has loaded their programs once. */
export async function startService(env: NodeJS.ProcessEnv): Promise<{ url: string; stop: () => Promise<void> }> {
  // a file that ended it has failed; the next one starts anew
  if (!host || host.ended) host = node(['bff/test/kit/host.ts'], { NODE_ENV: 'test' });
  const own = host;
  const url = await listening(own.ask({ start: env }));
  return {
    url,
    stop: async () => {
      const { message } = await own.ask({ stop: true });
      if (message) throw new Error(`the bff does not stop: ${message}`);
    },
  };
}

/** Where a bff listens, by what it says. */
export async function listening(said: Promise<Record<string, unknown>>): Promise<string> {
  const { url, message } = await said;
  if (typeof url !== 'string') throw new Error(`the bff does not start: ${message}`);
  return url;
}
