import type { WriteStream } from 'node:tty';
import { readContract } from '../contract/contract.ts';
import type { Contract } from '../contract/types.ts';
import type { Case } from '../suite/case.ts';
import { isLoopback, Receiver } from '../suite/features/receiver.ts';
import { TestBackend } from '../suite/test-backend.ts';
import { messageOf } from '../suite/verdict.ts';
import { formatBoard } from './board/board.ts';
import { keepRun, readFormerRuns } from './board/former-runs.ts';
import { buildReport } from './build-report.ts';
import { makeContact } from './first-contact.ts';
import { INTERRUPTED, Interruption } from './interruption.ts';
import { CannotRun, helpText, type Options, readOptions } from './options.ts';
import { findOtherRuns } from './other-runs.ts';
import { Progress } from './progress.ts';
import { formatJunit } from './reports/junit.ts';
import { assertWritable, writeReport } from './reports/report-files.ts';
import { formatText } from './reports/text.ts';
import { otherRunText, plural } from './reports/wording.ts';
import { runCases } from './run-cases.ts';
import type { RunReport } from './run-report.ts';
import { listCases, needsOfTags, selectCases } from './select-cases.ts';
import { describeEffects } from './tag-needs.ts';

const CANNOT_RUN = 2;

const disposableEffects =
  'Because of --disposable it also registers accounts, locks out an address that fails to sign in, and changes settings for a moment.';

export interface Output {
  out: Pick<WriteStream, 'write'>;
  /** Progress and errors. */
  err: Pick<WriteStream, 'write' | 'isTTY' | 'columns'>;
}

/** Runs the tool and returns its exit code. */
export async function main(
  args: string[],
  env: NodeJS.ProcessEnv,
  output: Output,
  interruption: Interruption = new Interruption(output.err),
): Promise<number> {
  try {
    const options = readOptions(args, env);
    if (options === 'help') {
      output.out.write(`${helpText}\n`);
      return 0;
    }
    return await runOrList(options, output, interruption);
  } catch (error) {
    if (!(error instanceof CannotRun)) throw error;
    output.err.write(`${error.message}\n`);
    return CANNOT_RUN;
  } finally {
    interruption.close();
  }
}

async function runOrList(options: Options, output: Output, interruption: Interruption): Promise<number> {
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
    const progress = new Progress(output.err, cases.length, { isComplete: options.complete });
    interruption.runStarts(
      (text) => progress.say(text),
      () => backend.created.values(),
    );
    progress.say(`Testing ${url} with ${plural(cases.length, 'case')}. ${describeEffects(cases)}`);
    for (const line of needsOfTags(contract, cases, options)) progress.say(`${line}.`);
    if (disposable) progress.say(disposableEffects);
    const otherRun = await findOtherRuns(backend, cases);
    if (otherRun !== undefined) progress.say(otherRunText(otherRun));
    const startTime = new Date();
    const result = await runCases(backend, cases, progress, interruption);
    progress.end();
    const seenRun = otherRun ?? (interruption.signal.aborted ? undefined : await findOtherRunsAtEnd(backend, cases));
    if (seenRun !== undefined) result.otherRun = seenRun;
    await backend.close().catch((error: unknown) => result.leftBehind.push(...messagesOf(error)));
    const isTold = (name: string) => result.leftBehind.some((line) => line.includes(name));
    result.leftBehind.push(...[...backend.created.values()].filter((name) => !isTold(name)));
    if (interruption.signal.aborted && result.leftBehind.length === 0)
      progress.say('Everything that the run created is deleted.');
    const report = buildReport(contract, backend, options, { startTime, endTime: new Date() }, result);
    writeReports(report, contract, options, output);
    return exitCodeOf(report, interruption.signal);
  } finally {
    await receiver?.close();
  }
}

/** Which records the run's own imports have created is not known here, so the imports are reverted before. */
async function findOtherRunsAtEnd(backend: TestBackend, cases: Case[]): Promise<string | undefined> {
  // What fails is reported as left behind.
  await backend.imports.deleteAll().catch(() => {});
  return findOtherRuns(backend, cases);
}

/** @throws {CannotRun} if the port is taken */
async function startReceiver({ url, receiverUrl }: Options): Promise<Receiver | undefined> {
  const ownUrl = receiverUrl ?? (isLoopback(new URL(url).hostname) ? 'http://127.0.0.1:0' : undefined);
  if (ownUrl === undefined) return undefined;
  return Receiver.listen(ownUrl).catch((error: unknown) => {
    throw new CannotRun(`The receiver cannot listen for ${ownUrl}: ${messageOf(error)}.`);
  });
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
