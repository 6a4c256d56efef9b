import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from 'pino';
import { hasDueSets } from '#change-sets/stored-set.ts';
import { createSettings, type Settings } from '#config/settings.ts';
import { connect, createSecretCodec, type Database } from '#database';
import { assignPositions } from '#feed/sequencer.ts';
import { isDatabaseUnavailable } from '#http/errors.ts';
import type { ImportProcesses } from '#imports/process/import-processes.ts';
import { createMailer, type Mailer, type MailerDeps } from '#mail/mailer.ts';
import { chooseTransport } from '#mail/transport.ts';
import { createLinkIssuer } from '#session/one-time-tokens.ts';
import { addressesOf, createListenAddressReader, type ListenAddress } from '#sync/push/listen-addresses.ts';
import { createPusher } from '#sync/push/pusher.ts';
import { sampleLanes } from '#sync/status/lanes.ts';
import { queueDueTasks } from '#tasks/queue.ts';
import { createRunner } from '#tasks/runner.ts';
import { createCrudContext } from '../create-crud.ts';
import { createSchedules, createTaskKinds } from './task-kinds.ts';

interface WorkerOptions {
  databaseUrl: string;
  databasePoolSize: number;
  secretsKeys: string[];
  log: Logger;
  smtpUrl: string | undefined;
  mailFolder: string | undefined;
  /** The console's URL, if known. */
  url: string | undefined;
  importProcesses: ImportProcesses;
}

export interface Worker {
  /** The worker's own connection pool. */
  db: Database;
  /** Clears the cached settings after a change. */
  settingsChanged(): void;
  /** Stops all work and releases claimed items. */
  stop(): Promise<void>;
}

/** Runs the background work: feed positions, deliveries, tasks, emails. Any number of workers may share one database. */
export function startWorker(options: WorkerOptions): Worker {
  const { databaseUrl, databasePoolSize, secretsKeys, log, url, importProcesses, ...mail } = options;
  // a separate pool, so that requests and tasks never wait for each other's connections
  const db = connect(databaseUrl, databasePoolSize);
  const settings = createSettings(db);
  const ownAddresses = url === undefined ? [] : addressesOfUrl(url);
  const readListenAddresses = createListenAddressReader(db, () => ownAddresses);
  const crud = createCrudContext(db, settings);
  const pusher = createPusher({
    db,
    secrets: createSecretCodec(secretsKeys),
    settings,
    log,
    readListenAddresses,
  });
  const runner = createRunner({
    db,
    kinds: createTaskKinds({ crud, settings, readListenAddresses, importProcesses }),
    log,
  });
  const schedules = createSchedules(settings, () => hasDueSets(db));
  const stopRounds = startRepeatedJobs(
    [
      { name: 'sequencer', pauseMs: 200, run: (stop) => assignAllPositions(db, stop) },
      { name: 'push', pauseMs: 200, run: () => pusher.round() },
      { name: 'tasks', pauseMs: 500, run: () => runner.round() },
      { name: 'schedule', pauseMs: 1000, run: () => queueDueTasks(db, schedules) },
      { name: 'samples', pauseMs: 20_000, run: () => sampleLanes(db) },
      ...createMailJobs({ ...mail, db, settings, log, url }),
    ],
    log,
  );
  return {
    db,
    settingsChanged: () => settings.changed(),
    async stop() {
      const results = await Promise.allSettled([stopRounds(), pusher.stop(), runner.stop()]);
      // items that could not be released become free when their leases end
      for (const result of results)
        if (result.status === 'rejected') log.warn({ reason: String(result.reason) }, 'claimed items not released');
      await db.destroy();
    },
  };
}

/** The batch size of the sequencer. */
const FULL_BATCH = 1000;

async function assignAllPositions(db: Database, stop: AbortSignal): Promise<void> {
  while (!stop.aborted && (await assignPositions(db)) >= FULL_BATCH);
}

type MailOptions = Pick<WorkerOptions, 'smtpUrl' | 'mailFolder' | 'url' | 'log'> & {
  db: Database;
  settings: ReturnType<typeof createSettings>;
};

function createMailJobs({ db, settings, log, url, ...transportOptions }: MailOptions): RepeatedJob[] {
  const transport = chooseTransport(transportOptions);
  if (!transport) {
    log.warn('Neither SMTP_URL nor MAIL_DIR is set: emails wait in the outbox.');
    return [];
  }
  const mailer = createServiceMailer({ db, settings, log, transport, url: url ?? '' });
  const run = async (stop: AbortSignal) => {
    // emails wait for a worker that knows the console's URL, as their links would not work otherwise
    if (url !== undefined || (await settings.current()).publicUrl) await mailer.drain(stop);
  };
  return [{ name: 'mail', pauseMs: 1000, run }];
}

function addressesOfUrl(url: string): ListenAddress[] {
  const { hostname, port, protocol } = new URL(url);
  const host = hostname.replace(/^\[(.*)\]$/, '$1');
  return addressesOf({ host, port: Number(port || (protocol === 'https:' ? 443 : 80)) });
}

interface RepeatedJob {
  name: string;
  /** The pause between two rounds. */
  pauseMs: number;
  run(stop: AbortSignal): Promise<unknown>;
}

/**
 * Repeats each of these rounds concurrently. An unavailable database is logged once; other failures are logged when they begin. The
 * returned function stops all rounds after the current ones.
 */
export function startRepeatedJobs(rounds: RepeatedJob[], log: Logger): () => Promise<void> {
  const stopping = new AbortController();
  const { signal } = stopping;
  const failures = createFailureLog(log);
  const repeat = async ({ name, pauseMs, run }: RepeatedJob) => {
    while (!signal.aborted) {
      await run(signal).then(
        () => failures.recovered(name),
        (error: unknown) => failures.report(name, error),
      );
      // the pause neither keeps the process alive nor delays a stop
      await pause(pauseMs, undefined, { ref: false, signal }).catch(() => undefined);
    }
  };
  const allRounds = Promise.all(rounds.map(repeat));
  return async () => {
    stopping.abort();
    await allRounds;
  };
}

/**
 * Creates a log of the rounds' failures: of an outage of the database only that it begins and ends, and of other failures the first one of
 * each round until it succeeds again.
 */
function createFailureLog(log: Logger) {
  const unreachable = new Set<string>();
  const failing = new Set<string>();
  const reached = (round: string) => {
    if (unreachable.delete(round) && unreachable.size === 0) log.info('database available again');
  };
  return {
    report(round: string, error: unknown) {
      const reason = error instanceof Error ? error.message : String(error);
      if (isDatabaseUnavailable(error)) {
        if (unreachable.size === 0) log.error({ reason }, 'database unavailable');
        unreachable.add(round);
        return;
      }
      reached(round);
      if (failing.has(round)) return;
      log.error({ round, reason, err: error instanceof Error ? { stack: error.stack } : undefined }, 'round failed');
      failing.add(round);
    },
    recovered(round: string) {
      reached(round);
      failing.delete(round);
    },
  };
}

type MailerOptions = Omit<MailerDeps, 'linkIssuer' | 'settings'> & { settings: Settings };

/** Creates the mailer with the service's settings and accounts. */
export const createServiceMailer = ({ settings: { current }, ...deps }: MailerOptions): Mailer =>
  createMailer({ ...deps, settings: current, linkIssuer: createLinkIssuer(deps.db, current) });
