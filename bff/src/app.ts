import Koa from 'koa';
import type { Logger } from 'pino';
import { loadCaller } from '#access/load-user.ts';
import { createSettings } from '#config/settings.ts';
import type { Crud } from '#crud/crud.ts';
import type { Database } from '#database';
import { entities } from '#entities/index.ts';
import { compression } from '#http/compression.ts';
import { answerErrors } from '#http/errors.ts';
import { type Health, health } from '#http/health.ts';
import { mount } from '#http/mount.ts';
import { logRequests } from '#http/request-log.ts';
import { securityHeaders } from '#http/security-headers.ts';
import { serveUi } from '#http/ui.ts';
import { createAuthenticate } from '#session/authenticate.ts';
import type { Config } from './config.ts';
import { createHandlers } from './handlers.ts';

export interface AppOptions {
  config: Pick<Config, 'jwtSecret' | 'trustProxy' | 'uiFolder' | 'demo' | 'checkAnswers'>;
  crud: Crud;
  log: Logger;
  isReady: Health;
}

export const createCrud = (db: Database): Crud => ({ db, entities, review: createSettings(db).review });

/** The whole bff, its middleware in order from top to bottom. */
export function createApp({ config, crud, log, isReady }: AppOptions): Koa {
  const { db } = crud;
  const { jwtSecret, demo, checkAnswers } = config;
  const handlers = createHandlers(crud, { jwtSecret, demo });
  const authenticate = createAuthenticate({ db, jwtSecret, loadCaller: (...ids) => loadCaller(db, ...ids) });
  const router = mount({ handlers, authenticate, checkAnswers });

  const app = new Koa({ proxy: config.trustProxy > 0, maxIpsCount: config.trustProxy });
  app.use(logRequests(log));
  app.use(securityHeaders());
  app.use(health(isReady));
  app.use(compression());
  app.use(answerErrors(log));
  app.use(router.routes());
  if (config.uiFolder) app.use(serveUi(config.uiFolder));
  return app;
}
