import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { makeFolder } from '../reports/report-files.ts';
import type { OperationVerdict, RunReport } from '../run-report.ts';

/** What the board shows of a run that came before. */
export interface FormerRun {
  startTime: string;
  totals: RunReport['totals'];
  /** By operation. */
  verdicts: Record<string, OperationVerdict>;
}

/** Returns the complete runs of a folder with the same selection of cases, oldest first. Other files are passed over. */
export function readFormerRuns(folder: string, { selection, startTime }: RunReport): FormerRun[] {
  makeFolder(folder);
  const reports = readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .map((name) => readReport(path.join(folder, name)))
    .filter((report) => report !== undefined);
  return reports
    .filter((report) => report.selection.join() === selection.join() && report.startTime < startTime)
    .filter(({ interruption }) => interruption === undefined)
    .toSorted((a, b) => (a.startTime < b.startTime ? -1 : 1))
    .map(({ startTime: time, totals, operations }) => ({
      startTime: time,
      totals,
      verdicts: Object.fromEntries(operations.map(({ id, verdict }) => [id, verdict])),
    }));
}

export function keepRun(folder: string, report: RunReport): void {
  const name = `${report.startTime.replace(/[:.]/g, '-')}.json`;
  writeFileSync(path.join(folder, name), JSON.stringify(report));
}

function readReport(file: string): RunReport | undefined {
  try {
    const report: Partial<RunReport> = JSON.parse(readFileSync(file, 'utf8'));
    // Cast: a report of this format has all members.
    return report.format === 1 && report.operations ? (report as RunReport) : undefined;
  } catch {
    return undefined;
  }
}
