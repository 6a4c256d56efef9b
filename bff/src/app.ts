import Koa from 'koa';
import type { Logger } from 'pino';
import { createLoadCaller } from '#access/load-caller.ts';
import type { Settings } from '#config/settings.ts';
import type { Crud } from '#crud/model.ts';
import type { Database, Secrets } from '#database';
import { findSubscriberByToken } from '#feed/subscriber-token.ts';
import { logAbortedResponse, logLateCompletion, logUnexpectedErrors } from '#http/errors.ts';
import type { EventStreams } from '#http/event-stream.ts';
import {
  answerErrors,
  cacheHeaders,
  closeUnread,
  compression,
  type Health,
  health,
  logRequests,
  securityHeaders,
  serveUi,
} from '#http/middleware.ts';
import { mount, type Refusal } from '#http/mount.ts';
import type { Caller } from '#http/operation-types.ts';
import { TIME_LIMITS, type TimeLimits } from '#http/time-limits.ts';
import type { ImportProcesses } from '#imports/process/import-processes.ts';
import { createMetrics } from '#metrics/metrics.ts';
import { type CallerDeps, createAuthenticate, createCallerLoader } from '#session/authenticate.ts';
import { createTicketRedeemer } from '#session/tickets.ts';
import { addressesOf, createListening } from '#sync/push/listen-addresses.ts';
import { logRefusal } from '#user-log/user-log.ts';
import type { Config } from './config.ts';
import { createHandlers } from './handlers.ts';

export interface AppOptions {
  config: Pick<
    Config,
    'jwtSecret' | 'secondaryJwtSecret' | 'trustProxy' | 'uiFolder' | 'demo' | 'validatesResponses' | 'metricsToken'
  >;
  crud: Crud;
  settings: Settings;
  secrets: Secrets;
  log: Logger;
  readiness: Health;
  /** Where it listens, as soon as it does. */
  listenAddress: { host: string; port: number };
  streams: EventStreams;
  importProcesses: ImportProcesses;
  limits?: TimeLimits;
  /** Connections of this process by what they are for; those for requests where it is left out. */
  pools?: () => Record<string, Database>;
}

/** The whole bff, its middleware in order from top to bottom. */
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
  const { jwtSecret, secondaryJwtSecret, demo, validatesResponses } = config;
  const listening = createListening(db, () => addressesOf(listenAddress));
  const handlers = createHandlers(crud, settings, { jwtSecret, secrets, demo, listening, importProcesses });
  const callers: CallerDeps = { db, settings, loadCaller: createLoadCaller({ db, settings }) };
  const authenticate = createAuthenticate({
    ...callers,
    jwtSecrets: [jwtSecret, ...(secondaryJwtSecret ? [secondaryJwtSecret] : [])],
  });
  const redeem = createTicketRedeemer({ db, callerOf: createCallerLoader(callers) });
  const callerAgain = createCallerLoader(callers, { unseen: true });
  const refreshCaller = ({ sessionId, id }: Caller) => callerAgain(sessionId, String(id));
  const refused = (refusal: Refusal) => logRefusal(db, log, refusal);
  const subscriberBy = (token: string) => findSubscriberByToken(db, token);
  const operations = mount({
    handlers,
    authenticate,
    redeemTicket: redeem,
    findSubscriber: subscriberBy,
    refreshCaller,
    streams,
    onRefusal: refused,
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
    onError: logUnexpectedErrors(log, 'figures for /metrics could not be read'),
  });
  app.use(logRequests(log));
  app.use(metrics.count);
  app.use(closeUnread(limits.lingerMs));
  app.use(securityHeaders());
  app.use(cacheHeaders());
  app.use(health(readiness, logUnexpectedErrors(log, 'readiness could not be told')));
  app.use(metrics.serve);
  app.use(compression());
  app.use(answerErrors(log));
  app.use(operations);
  if (config.uiFolder) app.use(serveUi(config.uiFolder));
  return app;
}
