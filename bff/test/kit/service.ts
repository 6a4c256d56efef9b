import { createSecretKey, randomBytes } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { pino } from 'pino';
import { signToken } from '#session/authenticate.ts';
import { createApp } from '../../src/app.ts';
import { createSettings } from '../../src/config/settings.ts';
import type { Config } from '../../src/config.ts';
import { createCrud } from '../../src/create-crud.ts';
import { connect, createSecrets, type Database } from '../../src/database.ts';
import { logMistakes } from '../../src/http/errors.ts';
import { createEventStreams, type EventStreams, type StreamLimits } from '../../src/http/event-stream.ts';
import { createDrainableServer, type ServerLimits } from '../../src/http/server.ts';
import { TIME_LIMITS, type TimeLimits } from '../../src/http/time-limit.ts';
import { createImportProcesses, type ImportProcesses } from '../../src/imports/process/import-processes.ts';
import { createReadinessCheck } from '../../src/readiness.ts';
import { openSession } from '../../src/session/sessions.ts';
import { type Client, createClient } from './client.ts';
import { returnDatabase, takeDatabase } from './database.ts';
import { newUser } from './insert-users.ts';
import { importProgram } from './process.ts';

export type DemoAccount = 'admin' | 'editor' | 'reviewer' | 'viewer';
export const demoPassword = 'gazetteer-demo';

export interface Service {
  url: string;
  databaseUrl: string;
  /** The test's own connections, beside those of the service. */
  db: Database;
  jwtSecret: Config['jwtSecret'];
  /** How many statements the service sends to the database meanwhile. */
  statementsDuring(work: () => Promise<unknown>): Promise<number>;
  streams: EventStreams;
  importProcesses: ImportProcesses;
  /** What the service logged, one object a line. */
  logged: Record<string, unknown>[];
  /** Without a token. */
  anybody: Client;
  as(account: DemoAccount): Promise<Client>;
  signIn(username: string, password?: string): Promise<Client>;
  /** A user of their own, signed in without a password, with a role that holds these permissions. */
  holding(...permissions: string[]): Promise<Client & { username: string; id: number }>;
  /** A further session of a user, opened without a password: its token. */
  tokenOf(userId: number): Promise<string>;
  stop(): Promise<void>;
}

// what is configured, and what the roles of a session allow, are read so often, whatever is asked for
const everyOtherSecond =
  /^select `content` from `settings` |^select `role`\.`id`,.* from `role` left join `role_permission` .* in \(\?/;

/** The whole service on a free port, with a database of its own, which it reaches `through` another address. */
export async function startService(
  config: Partial<Config> = {},
  through = (url: string) => url,
  limits: Partial<StreamLimits & TimeLimits> & { server?: ServerLimits } = {},
): Promise<Service> {
  const taken = await takeDatabase();
  const [own, db] = [connect(through(taken.url)), connect(taken.url)];
  const database = createReadinessCheck(through(taken.url), () => [own]);
  let statements = 0;
  own.on('query', ({ sql }: { sql: string }) => {
    if (!everyOtherSecond.test(sql)) statements++;
  });
  const statementsDuring = async (work: () => Promise<unknown>) => {
    const before = statements;
    await work();
    return statements - before;
  };
  const jwtSecret = createSecretKey(randomBytes(32));
  const secrets = createSecrets(config.secretsKeys ?? []);
  const logged: Service['logged'] = [];
  const log = pino({}, { write: (line: string) => void logged.push(JSON.parse(line)) });
  const settings = createSettings(own);
  const here = { host: '127.0.0.1', port: 0 };
  const streams = createEventStreams(logMistakes(log, 'event stream failed'), limits);
  const importProcesses = createImportProcesses({ databaseUrl: through(taken.url), log, program: importProgram });
  const app = createApp({
    config: {
      ...{
        jwtSecret,
        acceptedJwtSecret: undefined,
        trustProxy: 0,
        uiFolder: undefined,
        demo: true,
        checkAnswers: true,
        metricsToken: undefined,
      },
      ...config,
    },
    crud: createCrud(own, settings),
    settings,
    secrets,
    log,
    readiness: database.check,
    own: here,
    streams,
    importProcesses,
    limits: { ...TIME_LIMITS, ...limits },
  });
  const { server } = createDrainableServer(app.callback(), limits.server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  // a TCP server's address is never a string
  here.port = (server.address() as AddressInfo).port;
  const url = `http://127.0.0.1:${here.port}`;
  const anybody = createClient(url);

  const signIn = async (username: string, password = demoPassword) => {
    const { token } = await anybody.ok('login', { body: { username, password } });
    return createClient(url, token);
  };
  const signedIn = new Map<DemoAccount, Promise<Client>>();
  const as = (account: DemoAccount) => {
    const client = signedIn.get(account) ?? signIn(account);
    signedIn.set(account, client);
    return client;
  };
  const tokenOf = async (userId: number) => {
    const opening = { address: '127.0.0.1', client: 'test', lifetime: 3_600_000 };
    const { id, expire } = await openSession(db, userId, opening);
    return signToken(jwtSecret, id, userId, expire);
  };
  const holding = async (...permissions: string[]) => {
    const user = await newUser(db, permissions);
    return { ...createClient(url, await tokenOf(user.id)), ...user };
  };
  const stop = async () => {
    server.closeAllConnections();
    importProcesses.stop();
    await new Promise((resolve) => server.close(resolve));
    await Promise.all([own.destroy(), db.destroy(), database.close()]);
    returnDatabase(taken.name);
  };
  return {
    url,
    databaseUrl: taken.url,
    db,
    jwtSecret,
    statementsDuring,
    streams,
    importProcesses,
    logged,
    anybody,
    as,
    signIn,
    holding,
    tokenOf,
    stop,
  };
}
