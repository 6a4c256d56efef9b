import Koa from 'koa';
import type { Logger } from 'pino';
import { createLoadCaller } from '#access/load-caller.ts';
import type { Settings } from '#config/settings.ts';
import type { CrudContext } from '#crud/model.ts';
import type { Database, SecretCodec } from '#database';
import { findSubscriberByToken } from '#feed/subscriber-token.ts';
import { serveApiDocs } from '#http/api-docs.ts';
import { logAbortedResponse, logLateCompletion, logUnexpectedErrors } from '#http/errors.ts';
import type { EventStreams } from '#http/event-stream.ts';
import {
  type CheckReadiness,
  cacheHeaders,
  closeAfterUnreadBody,
  compression,
  health,
  logRequests,
  securityHeaders,
  sendErrors,
  serveUi,
  traceRequests,
} from '#http/middleware.ts';
import { mount, type Refusal } from '#http/mount.ts';
import type { Caller } from '#http/operation-types.ts';
import { TIME_LIMITS, type TimeLimits } from '#http/time-limits.ts';
import type { ImportProcesses } from '#imports/process/import-processes.ts';
import { createMetrics } from '#metrics/metrics.ts';
import { type CallerDeps, createAuthenticate, createSessionAuthenticator } from '#session/authenticate.ts';
import { createTicketRedeemer } from '#session/tickets.ts';
import { addressesOf, createListenAddressReader } from '#sync/push/listen-addresses.ts';
import { logRefusal } from '#user-log/user-log.ts';
import packageFile from '../package.json' with { type: 'json' };
import type { Config } from './config.ts';
import { createHandlers } from './handlers.ts';

/** The dependencies of the app. */
export interface AppOptions {
  config: Pick<
    Config,
    'jwtSecret' | 'acceptedJwtSecret' | 'trustProxy' | 'uiFolder' | 'demo' | 'validatesResponses' | 'metricsToken'
  >;
  crud: CrudContext;
  settings: Settings;
  secrets: SecretCodec;
  log: Logger;
  readiness: CheckReadiness;
  /** The address on which the service listens, once it does. */
  listenAddress: { host: string; port: number };
  streams: EventStreams;
  importProcesses: ImportProcesses;
  limits?: TimeLimits;
  /** The connection pools of this process by purpose; by default only the one for requests. */
  pools?: () => Record<string, Database>;
}

/** Creates the app; its middleware runs from top to bottom. */
export function createApp({
  config,
  crud,
  settings,
  secrets,
  log,
  readiness,
  listenAddress,
  ...options
}: AppOptions): Koa {
  const { db } = crud;
  const { streams, importProcesses, limits = TIME_LIMITS, pools = () => ({ requests: db }) } = options;
  const { jwtSecret, acceptedJwtSecret, demo, validatesResponses } = config;
  const listenAddresses = createListenAddressReader(db, () => addressesOf(listenAddress));
  const handlers = createHandlers(crud, settings, {
    jwtSecret,
    secrets,
    demo,
    readListenAddresses: listenAddresses,
    importProcesses,
  });
  const callers: CallerDeps = { db, settings, loadCaller: createLoadCaller({ db, settings }) };
  const authenticate = createAuthenticate({
    ...callers,
    jwtSecrets: [jwtSecret, ...(acceptedJwtSecret ? [acceptedJwtSecret] : [])],
  });
  const redeemTicket = createTicketRedeemer({ db, loadCaller: createSessionAuthenticator(callers) });
  const reloadCaller = createSessionAuthenticator(callers, { recordsNoActivity: true });
  const refreshCaller = ({ sessionId, id }: Caller) => reloadCaller(sessionId, String(id));
  const onRefusal = (refusal: Refusal) => logRefusal(db, log, refusal);
  const findSubscriber = (token: string) => findSubscriberByToken(db, token);
  const operations = mount({
    handlers,
    authenticate,
    redeemTicket,
    findSubscriber,
    refreshCaller,
    streams,
    onRefusal,
    validatesResponses,
    limits,
    onLateCompletion: logLateCompletion(log),
  });

  const app = new Koa({ proxy: config.trustProxy > 0, maxIpsCount: config.trustProxy });
  app.on('error', logAbortedResponse(log));
  const metrics = createMetrics({
    db,
    pools,
    token: config.metricsToken,
    version: packageFile.version,
    onError: logUnexpectedErrors(log, 'metrics could not be read'),
  });
  app.use(traceRequests());
  app.use(logRequests(log));
  app.use(metrics.count);
  app.use(closeAfterUnreadBody(limits.lingerMs));
  app.use(securityHeaders());
  app.use(cacheHeaders());
  app.use(health(readiness, logUnexpectedErrors(log, 'readiness could not be determined')));
  app.use(metrics.serve);
  app.use(compression());
  app.use(sendErrors(log));
  app.use(operations);
  app.use(serveApiDocs());
  if (config.uiFolder) app.use(serveUi(config.uiFolder));
  return app;
}
