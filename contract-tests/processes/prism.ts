import { transformOas3Operations } from '@stoplight/http-spec/oas3/operation';
import RefParser from '@stoplight/json-schema-ref-parser';
import { createLogger } from '@stoplight/prism-core';
import type { IHttpConfig } from '@stoplight/prism-http';
import { createServer } from '@stoplight/prism-http-server';
import { readContract } from '../contract/contract.ts';

export interface RunningServer {
  url: string;
  stop(): Promise<void>;
}

const baseConfig = { checkSecurity: true, validateRequest: true, upstreamProxy: undefined, mock: { dynamic: false } };
type Operations = ReturnType<typeof transformOas3Operations>;
let operations: Promise<Operations> | undefined;

/** Reads the contract as Prism understands it, once; with `fresh` as the file is now. */
export function readOperations({ fresh = false } = {}): Promise<Operations> {
  if (fresh || !operations) operations = dereferenceOperations(fresh);
  return operations;
}

/** Prism’s own reader also resolves circular references, which takes nine tenths of its time. The contract has none. */
async function dereferenceOperations(fresh: boolean): Promise<Operations> {
  const document = await new RefParser().dereference(structuredClone(readContract({ fresh })), {
    dereference: { circular: false },
  });
  return transformOas3Operations({ ...document });
}

/** Starts a mock server that responds with the contract's examples. */
export function startMock(): Promise<RunningServer> {
  return startPrism({ ...baseConfig, isProxy: false, errors: false, validateResponse: false });
}

/** Starts a proxy that rejects requests and responses that violate the contract. */
export function startValidatingProxy(upstream: string): Promise<RunningServer> {
  return startPrism({
    ...baseConfig,
    isProxy: true,
    upstream: new URL(upstream),
    errors: true,
    validateResponse: true,
  });
}

async function startPrism(config: IHttpConfig): Promise<RunningServer> {
  const logger = createLogger('prism', { level: 'silent' });
  const server = createServer(await readOperations(), { config, cors: true, components: { logger } });
  return { url: await server.listen(0, '127.0.0.1'), stop: () => server.close() };
}
