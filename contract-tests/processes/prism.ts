import { createRequire } from 'node:module';
import path from 'node:path';
import { contractFile } from '../contract/contract.ts';
import { Child } from './child.ts';

export interface Server {
  url: string;
  stop(): Promise<void>;
}

const program = path.join(
  path.dirname(createRequire(import.meta.url).resolve('@stoplight/prism-cli/package.json')),
  'dist/index.js',
);

export function startMock(): Promise<Server> {
  return start(['mock', contractFile]);
}

/** Passes valid requests on, and refuses what breaks the contract on either side. */
export function startValidatingProxy(upstream: string): Promise<Server> {
  return start(['proxy', contractFile, upstream, '--errors']);
}

async function start(args: string[]): Promise<Server> {
  const child = new Child('prism', [program, ...args, '--port', '0']);
  const url = await child.until('stdout', (said) => /Prism is listening on (\S+)/.exec(String(said))?.[1]);
  return { url, stop: () => child.stop() };
}
