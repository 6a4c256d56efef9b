import type { WriteStream } from 'node:tty';
import { readContract } from '../contract/contract.ts';
import type { Contract } from '../contract/types.ts';
import { isLoopback, Receiver } from '../suite/receiver.ts';
import { TestBackend } from '../suite/test-backend.ts';
import { messageOf } from '../suite/verdict.ts';
import { formatBoard } from './board/board.ts';
import { keepRun, readFormerRuns } from './board/former-runs.ts';
import { buildReport } from './build-report.ts';
import { makeContact } from './first-contact.ts';
import { CannotRun, helpText, type Options, readOptions } from './options.ts';
import { Progress } from './progress.ts';
import { formatJunit } from './reports/junit.ts';
import { assertWritable, writeReport } from './reports/report-files.ts';
import { formatText } from './reports/text.ts';
import { plural } from './reports/wording.ts';
import { runCases } from './run-cases.ts';
import type { RunReport } from './run-report.ts';
import { listCases, needsOfTags, selectCases } from './select-cases.ts';

const CANNOT_RUN = 2;
const INTERRUPTED = 130;

const lastingEffects =
  'It creates records, users, roles, views, subscribers and imports, and deletes them at the end; what stays are entries in the append-only logs and the feed.';
const disposableEffects =
  'Because of --disposable it also registers accounts, locks out an address that fails to sign in, and changes settings for a moment.';

export interface Output {
  out: Pick<WriteStream, 'write'>;
  /** Progress and errors. */
  err: Pick<WriteStream, 'write' | 'isTTY' | 'columns'>;
}

/** Runs the tool and returns its exit code. */
export async function main(args: string[], env: NodeJS.ProcessEnv, output: Output): Promise<number> {
  try {
    const options = readOptions(args, env);
    if (options === 'help') {
      output.out.write(`${helpText}\n`);
      return 0;
    }
    return await runOrList(options, output);
  } catch (error) {
    if (!(error instanceof CannotRun)) throw error;
    output.err.write(`${error.message}\n`);
    return CANNOT_RUN;
  }
}

async function runOrList(options: Options, output: Output): Promise<number> {
  const contract = readContract();
  if (options.contract) {
    output.out.write(`${JSON.stringify(contract, null, 2)}\n`);
    return 0;
  }
  const cases = selectCases(contract, options);
  if (options.list) {
    output.out.write(`${listCases(contract, cases, options)}\n`);
    return 0;
  }
  assertWritable(options.reports);
  const receiver = await startReceiver(options);
  const ended = new AbortController();
  try {
    const { url, accounts, disposable, mailFolder } = options;
    const backend = new TestBackend(contract, {
      url,
      accounts,
      disposable,
      ...(mailFolder !== undefined && { mailFolder }),
      ...(receiver && { receiver }),
    });
    await makeContact(backend);
    const progress = new Progress(output.err, cases.length);
    const signal = stopOnInterrupt(progress, ended.signal);
    progress.say(`Testing ${url} with ${plural(cases.length, 'case')}. ${lastingEffects}`);
    for (const line of needsOfTags(contract, cases, options)) progress.say(`${line}.`);
    if (disposable) progress.say(disposableEffects);
    const startTime = new Date();
    const result = await runCases(backend, cases, progress, signal);
    progress.end();
    await backend.close().catch((error: unknown) => result.leftBehind.push(...messagesOf(error)));
    if (signal.aborted && result.leftBehind.length === 0) progress.say('Everything that the run created is deleted.');
    const report = buildReport(contract, backend, options, { startTime, endTime: new Date() }, result);
    writeReports(report, contract, options, output);
    return exitCodeOf(report, signal);
  } finally {
    ended.abort();
    await receiver?.close();
  }
}

/** @throws {CannotRun} if the port is taken */
async function startReceiver({ url, receiverUrl }: Options): Promise<Receiver | undefined> {
  const ownUrl = receiverUrl ?? (isLoopback(new URL(url).hostname) ? 'http://127.0.0.1:0' : undefined);
  if (ownUrl === undefined) return undefined;
  return Receiver.listen(ownUrl).catch((error: unknown) => {
    throw new CannotRun(`The receiver cannot listen for ${ownUrl}: ${messageOf(error)}.`);
  });
}

/** Stops the run after the current case; a second interrupt ends the process at once. */
function stopOnInterrupt(progress: Progress, ended: AbortSignal): AbortSignal {
  const controller = new AbortController();
  const onInterrupt = () => {
    if (controller.signal.aborted) {
      progress.say(
        'Ended at once. What the run created may be left behind: records named “Sample …” or “Q” with ten digits, users, roles and subscribers named “sample-…”, views named “sample …”, and imports of sample.csv.',
      );
      process.exit(INTERRUPTED);
    }
    controller.abort();
    progress.say(
      'Interrupted: the current case ends, then everything that the run created is deleted. Ctrl-C again ends at once.',
    );
  };
  for (const name of ['SIGINT', 'SIGTERM'] as const) {
    process.on(name, onInterrupt);
    ended.addEventListener('abort', () => process.off(name, onInterrupt));
  }
  return controller.signal;
}

function writeReports(report: RunReport, contract: Contract, { reports }: Options, { out }: Output): void {
  const { json, junit, html, history } = reports;
  const formerRuns = history === undefined ? undefined : readFormerRuns(history, report);
  const files: [string | undefined, () => string][] = [
    [json, () => `${JSON.stringify(report, null, 2)}\n`],
    [junit, () => formatJunit(report)],
    [html, () => formatBoard(report, contract, formerRuns)],
  ];
  // The standard output holds a report for a program, or the text.
  if (!files.some(([file]) => file === '-')) out.write(`\n${formatText(report)}\n`);
  for (const [file, format] of files) {
    if (file === '-') out.write(format());
    else if (file !== undefined) writeReport(file, format());
  }
  if (history !== undefined) keepRun(history, report);
}

const messagesOf = (error: unknown): string[] =>
  error instanceof AggregateError ? error.errors.map(messageOf) : [messageOf(error)];

function exitCodeOf({ totals, interruption, incomplete }: RunReport, signal: AbortSignal): number {
  if (signal.aborted) return INTERRUPTED;
  if (interruption !== undefined) return CANNOT_RUN;
  return totals.cases.failed > 0 || incomplete !== undefined ? 1 : 0;
}
