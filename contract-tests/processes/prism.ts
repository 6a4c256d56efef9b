import { createLogger } from '@stoplight/prism-core';
import { getHttpOperationsFromSpec, type IHttpConfig } from '@stoplight/prism-http';
import { createServer } from '@stoplight/prism-http-server';
import { contractFile } from '../contract/contract.ts';

export interface Server {
  url: string;
  stop(): Promise<void>;
}

const baseConfig = { checkSecurity: true, validateRequest: true, upstreamProxy: undefined, mock: { dynamic: false } };
let operations: ReturnType<typeof getHttpOperationsFromSpec> | undefined;

/** Starts a mock that answers with the contract's examples. */
export function startMock(): Promise<Server> {
  return start({ ...baseConfig, isProxy: false, errors: false, validateResponse: false });
}

/** Starts a proxy that refuses requests and responses that break the contract. */
export function startValidatingProxy(upstream: string): Promise<Server> {
  return start({ ...baseConfig, isProxy: true, upstream: new URL(upstream), errors: true, validateResponse: true });
}

async function start(config: IHttpConfig): Promise<Server> {
  operations ??= getHttpOperationsFromSpec(contractFile);
  const logger = createLogger('prism', { level: 'silent' });
  const server = createServer(await operations, { config, cors: true, components: { logger } });
  return { url: await server.listen(0, '127.0.0.1'), stop: () => server.close() };
}
