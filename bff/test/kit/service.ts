import { createSecretKey, randomBytes } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { pino } from 'pino';
import { signToken } from '#session/authenticate.ts';
import { createApp } from '../../src/app.ts';
import { createSettings } from '../../src/config/settings.ts';
import type { Config } from '../../src/config.ts';
import { createCrudContext } from '../../src/create-crud.ts';
import { connect, createSecretCodec, type Database } from '../../src/database/database.ts';
import { logUnexpectedErrors } from '../../src/http/errors.ts';
import { createEventStreams, type EventStreams, type StreamLimits } from '../../src/http/event-stream.ts';
import { createDrainableServer, type ServerLimits, TIME_LIMITS, type TimeLimits } from '../../src/http/time-limits.ts';
import { createImportProcesses, type ImportProcesses } from '../../src/imports/process/import-processes.ts';
import { createReadinessCheck } from '../../src/readiness.ts';
import { openSession } from '../../src/session/sessions.ts';
import { type Client, createClient } from './client.ts';
import { returnDatabase, takeDatabase } from './database/database.ts';
import { insertUser } from './database/insert-users.ts';
import { importProgram } from './processes.ts';

export type DemoAccount = 'admin' | 'editor' | 'reviewer' | 'viewer';
export const demoPassword = 'gazetteer-demo';

export interface Service {
  url: string;
  databaseUrl: string;
  /** The connection pool of the test, which the service does not use. */
  db: Database;
  jwtSecret: Config['jwtSecret'];
  /** Counts the statements that the service sends to the database during `work`. */
  statementsDuring(work: () => Promise<unknown>): Promise<number>;
  streams: EventStreams;
  importProcesses: ImportProcesses;
  /** The parsed lines of the service's log. */
  logLines: Record<string, unknown>[];
  /** A client that sends no token. */
  anonymous: Client;
  as(account: DemoAccount): Promise<Client>;
  signIn(username: string, password?: string): Promise<Client>;
  /** Returns the client of a new user whose role has these permissions. */
  clientWith(...permissions: string[]): Promise<Client & { username: string; id: number }>;
  /** Opens a further session of a user without a password and returns its token. */
  issueToken(userId: number): Promise<string>;
  stop(): Promise<void>;
}

// The settings and the permissions of a session are read again every two seconds, independently of requests.
const PERIODIC_QUERIES =
  /^select `content` from `settings` |^select `role`\.`id`,.* from `role` left join `role_permission` .* in \(\?/;

/** Starts the whole service on a free port with a separate database. `routeUrl` may send its connections through a proxy. */
export async function startService(
  config: Partial<Config> = {},
  routeUrl = (url: string) => url,
  limits: Partial<StreamLimits & TimeLimits> & { server?: ServerLimits } = {},
): Promise<Service> {
  const database = await takeDatabase();
  const [serviceDb, db] = [connect(routeUrl(database.url)), connect(database.url)];
  const readiness = createReadinessCheck(routeUrl(database.url), () => [serviceDb]);
  let statementCount = 0;
  serviceDb.on('query', ({ sql }: { sql: string }) => {
    if (!PERIODIC_QUERIES.test(sql)) statementCount++;
  });
  const statementsDuring = async (work: () => Promise<unknown>) => {
    const countBefore = statementCount;
    await work();
    return statementCount - countBefore;
  };
  const jwtSecret = createSecretKey(randomBytes(32));
  const secrets = createSecretCodec(config.secretsKeys ?? []);
  const logLines: Service['logLines'] = [];
  const log = pino({}, { write: (line: string) => void logLines.push(JSON.parse(line)) });
  const settings = createSettings(serviceDb);
  const listenAddress = { host: '127.0.0.1', port: 0 };
  const streams = createEventStreams(logUnexpectedErrors(log, 'event stream failed'), limits);
  const importProcesses = createImportProcesses({ databaseUrl: routeUrl(database.url), log, program: importProgram });
  const app = createApp({
    config: {
      jwtSecret,
      acceptedJwtSecret: undefined,
      trustProxy: 0,
      uiFolder: undefined,
      demo: true,
      validatesResponses: true,
      metricsToken: undefined,
      ...config,
    },
    crud: createCrudContext(serviceDb, settings),
    settings,
    secrets,
    log,
    readiness: readiness.check,
    listenAddress,
    streams,
    importProcesses,
    limits: { ...TIME_LIMITS, ...limits },
  });
  const { server } = createDrainableServer(app.callback(), limits.server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  // Cast: a TCP server's address is never a string.
  listenAddress.port = (server.address() as AddressInfo).port;
  const url = `http://127.0.0.1:${listenAddress.port}`;
  const anonymous = createClient(url);

  const signIn = async (username: string, password = demoPassword) => {
    const { token } = await anonymous.ok('login', { body: { username, password } });
    return createClient(url, token);
  };
  const clients = new Map<DemoAccount, Promise<Client>>();
  const as = (account: DemoAccount) => {
    const client = clients.get(account) ?? signIn(account);
    clients.set(account, client);
    return client;
  };
  const issueToken = async (userId: number) => {
    const sessionOptions = { address: '127.0.0.1', client: 'test', lifetime: 3_600_000 };
    const { id, expire } = await openSession(db, userId, sessionOptions);
    return signToken(jwtSecret, id, userId, expire);
  };
  const clientWith = async (...permissions: string[]) => {
    const user = await insertUser(db, permissions);
    return { ...createClient(url, await issueToken(user.id)), ...user };
  };
  const stop = async () => {
    server.closeAllConnections();
    importProcesses.stop();
    await new Promise((resolve) => server.close(resolve));
    await Promise.all([serviceDb.destroy(), db.destroy(), readiness.close()]);
    returnDatabase(database.name);
  };
  return {
    url,
    databaseUrl: database.url,
    db,
    jwtSecret,
    statementsDuring,
    streams,
    importProcesses,
    logLines,
    anonymous,
    as,
    signIn,
    clientWith,
    issueToken,
    stop,
  };
}
