import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from 'pino';
import { createSettings, type Settings } from '#config/settings.ts';
import { connect, createSecrets, type Database } from '#database';
import { assignPositions } from '#feed/sequencer.ts';
import { isDatabaseUnreachable } from '#http/errors.ts';
import type { ImportProcesses } from '#imports/process/import-processes.ts';
import { createMailer, type Mailer, type MailerDeps } from '#mail/mailer.ts';
import { chooseTransport } from '#mail/transport.ts';
import { createAddressees } from '#session/one-time-tokens.ts';
import { addressesOf, createListenAddressReader, type ListenAddress } from '#sync/push/listen-addresses.ts';
import { createPusher } from '#sync/push/pusher.ts';
import { sampleLanes } from '#sync/status/lanes.ts';
import { queueDueTasks } from '#tasks/queue.ts';
import { createRunner } from '#tasks/runner.ts';
import { createCrud } from '../create-crud.ts';
import { createSchedules, createTaskKinds } from './task-kinds.ts';

interface WorkerOptions {
  databaseUrl: string;
  databasePoolSize: number;
  secretsKeys: string[];
  log: Logger;
  smtpUrl: string | undefined;
  mailFolder: string | undefined;
  /** Where the console is; undefined where this process does not know. */
  url: string | undefined;
  importProcesses: ImportProcesses;
}

export interface Worker {
  /** Its own connections. */
  db: Database;
  /** The configuration is read anew: what happens after its change goes by it. */
  settingsChanged(): void;
  /** Hands back what is in hand. */
  stop(): Promise<void>;
}

/** Runs the background work: feed positions, deliveries, tasks, emails. Any number of workers may share one database. */
export function startWorker(options: WorkerOptions): Worker {
  const { databaseUrl, databasePoolSize, secretsKeys, log, url, importProcesses, ...mail } = options;
  // its own: no request waits for a connection that a task has, and no task for one of a request
  const db = connect(databaseUrl, databasePoolSize);
  const settings = createSettings(db);
  const ownAddresses = url === undefined ? [] : addressesAt(url);
  const listening = createListenAddressReader(db, () => ownAddresses);
  const crud = createCrud(db, settings);
  const pusher = createPusher({ db, secrets: createSecrets(secretsKeys), settings, log, listening });
  const runner = createRunner({ db, kinds: createTaskKinds({ crud, settings, listening, importProcesses }), log });
  const schedules = createSchedules(settings);
  const stopRounds = startRounds(
    [
      { name: 'sequencer', pauseMs: 200, work: (stop) => sequenceAll(db, stop) },
      { name: 'push', pauseMs: 200, work: () => pusher.round() },
      { name: 'tasks', pauseMs: 500, work: () => runner.round() },
      { name: 'schedule', pauseMs: 1000, work: () => queueDueTasks(db, schedules) },
      { name: 'samples', pauseMs: 20_000, work: () => sampleLanes(db) },
      ...createMailRounds({ ...mail, db, settings, log, url }),
    ],
    log,
  );
  return {
    db,
    settingsChanged: () => settings.changed(),
    async stop() {
      const stopped = await Promise.allSettled([stopRounds(), pusher.stop(), runner.stop()]);
      // what could not be handed back is free when its lease is over
      for (const each of stopped)
        if (each.status === 'rejected') log.warn({ reason: String(each.reason) }, 'not handed back');
      await db.destroy();
    },
  };
}

/** As many as one round of the sequencer takes. */
const FULL_BATCH = 1000;

async function sequenceAll(db: Database, stop: AbortSignal): Promise<void> {
  while (!stop.aborted && (await assignPositions(db)) >= FULL_BATCH);
}

type MailOptions = Pick<WorkerOptions, 'smtpUrl' | 'mailFolder' | 'url' | 'log'> & {
  db: Database;
  settings: ReturnType<typeof createSettings>;
};

function createMailRounds({ db, settings, log, url, ...transportOptions }: MailOptions): Round[] {
  const transport = chooseTransport(transportOptions);
  if (!transport) {
    log.warn('Neither SMTP_URL nor MAIL_DIR is set: emails wait in the outbox.');
    return [];
  }
  const mailer = createMail({ db, settings, log, transport, url: url ?? '' });
  const work = async (stop: AbortSignal) => {
    // an email had better wait for a worker that knows the console's address than have a link that leads nowhere
    if (url !== undefined || (await settings.current()).publicUrl) await mailer.drain(stop);
  };
  return [{ name: 'mail', pauseMs: 1000, work }];
}

function addressesAt(url: string): ListenAddress[] {
  const { hostname, port, protocol } = new URL(url);
  const host = hostname.replace(/^\[(.*)\]$/, '$1');
  return addressesOf({ host, port: Number(port || (protocol === 'https:' ? 443 : 80)) });
}

interface Round {
  name: string;
  /** Milliseconds from the end of one to the next. */
  pauseMs: number;
  work(stop: AbortSignal): Promise<unknown>;
}

/**
 * Does each of these again and again, beside one another. A database that is gone is told once, and waited for; whatever else
 * fails is told as often as it begins to. The function stops them after what is in hand.
 */
export function startRounds(rounds: Round[], log: Logger): () => Promise<void> {
  const stopping = new AbortController();
  const { signal } = stopping;
  const failures = createFailureLog(log);
  const repeat = async ({ name, pauseMs, work }: Round) => {
    while (!signal.aborted) {
      await work(signal).then(
        () => failures.over(name),
        (error: unknown) => failures.tell(name, error),
      );
      // nobody waits for the next round: neither the process nor a stop
      await pause(pauseMs, undefined, { ref: false, signal }).catch(() => undefined);
    }
  };
  const allRounds = Promise.all(rounds.map(repeat));
  return async () => {
    stopping.abort();
    await allRounds;
  };
}

/** Which rounds are in trouble, and what was told of it. */
function createFailureLog(log: Logger) {
  const unreachable = new Set<string>();
  const failing = new Set<string>();
  return {
    tell(round: string, error: unknown) {
      const reason = error instanceof Error ? error.message : String(error);
      if (isDatabaseUnreachable(error)) {
        if (unreachable.size === 0) log.error({ reason }, 'database out of reach');
        unreachable.add(round);
      } else if (!failing.has(round)) {
        log.error({ round, reason, err: error instanceof Error ? { stack: error.stack } : undefined }, 'round failed');
        failing.add(round);
      }
    },
    over(round: string) {
      if (unreachable.delete(round) && unreachable.size === 0) log.info('database within reach again');
      failing.delete(round);
    },
  };
}

type MailerOptions = Omit<MailerDeps, 'addressees' | 'settings'> & { settings: Settings };

/** Who carries the letters of this service, with what they say by its configuration and its accounts. */
export const createMail = ({ settings: { current }, ...deps }: MailerOptions): Mailer =>
  createMailer({ ...deps, settings: current, addressees: createAddressees(deps.db, current) });
