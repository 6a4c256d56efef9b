import { startTracing } from '#tracing';
import packageFile from '../package.json' with { type: 'json' };
import { readConfig } from './config.ts';
import { alwaysWarning, createLog, DEFAULT_LOG, type LogConfig, reportStart } from './log.ts';
import { type ListenResult, startService } from './service.ts';

// Koa checks whether a streamed body is a `Response` of fetch, and Node loads all of fetch when that class is first accessed, which
// takes time at the start and some MiB. As nothing here uses fetch, an empty class suffices.
Object.defineProperty(globalThis, 'Response', { value: class Response {}, configurable: true, writable: true });

type ParentMessage = ({ type: 'listening' } & ListenResult) | { type: 'failed'; message: string };

/** Tells the parent process; without one, whoever reads the output. */
function announce(message: ParentMessage, config: LogConfig): void {
  if (process.send) process.send(message);
  else if (message.type === 'failed') {
    const { message: reason } = message;
    reportStart(config, reason, (log) => log.fatal({ reason }, 'service could not start'));
  } else {
    const { url, setup } = message;
    const setupUrl = setup && `${url}/register?setup=${setup}`;
    reportStart(config, setupUrl ?? url, (log) => {
      log.info({ url }, 'service listening');
      const setupText = 'no administrator yet: the setup address makes one, once, within a day';
      if (setupUrl) alwaysWarning(log).warn({ setupUrl }, setupText);
    });
  }
}

async function main(): Promise<void> {
  const config = readConfig(process.env);
  logConfig = config;
  const stopTracing = await startTracing(config, { name: 'gazetteer-bff', version: packageFile.version });
  const service = startService(config, createLog(config));
  const stop = (drainMs = 0) =>
    void service
      .stop(drainMs)
      .then(stopTracing)
      .then(() => process.exit(0));
  // draining is only needed for a proxy, not for a terminal or a parent process
  process
    .on('SIGTERM', () => stop(config.drainMs))
    .on('SIGINT', () => stop())
    .on('disconnect', () => stop());
  announce({ type: 'listening', ...(await service.listening) }, config);
}

let logConfig = DEFAULT_LOG;
try {
  await main();
} catch (error) {
  announce({ type: 'failed', message: error instanceof Error ? error.message : String(error) }, logConfig);
  process.exit(1);
}
