import type { Case } from './case.ts';
import type { Verdict } from './run-case.ts';

export interface CaseResult {
  testCase: Case;
  verdict: Verdict;
}

/** Formats a table of results per operation, followed by all failures and skipped cases. */
export function formatReport(results: CaseResult[]): { text: string; passed: boolean } {
  const ids = [...new Set(results.map(({ testCase }) => testCase.operationId))];
  const rows = ids.map((id) =>
    operationRow(
      id,
      results.filter(({ testCase }) => testCase.operationId === id),
    ),
  );
  const failures = outcomeLines(results, 'failed');
  const skipped = outcomeLines(results, 'skipped');
  const passedCount = results.length - failures.length - skipped.length;
  const totals = `${passedCount} passed, ${failures.length} failed, ${skipped.length} skipped`;
  const parts = [
    table([['Operation', 'Verdict', 'Passed', 'Failed', 'First failure'], ...rows]),
    section('Failed', failures),
    section('Skipped', skipped),
    totals,
  ];
  return { text: parts.filter(Boolean).join('\n\n'), passed: failures.length === 0 };
}

function operationRow(id: string, results: CaseResult[]): string[] {
  const passed = results.filter(({ verdict }) => verdict.outcome === 'passed').length;
  const [firstFailure, ...otherFailures] = outcomeLines(results, 'failed');
  const failedCount = firstFailure ? otherFailures.length + 1 : 0;
  const reason =
    firstFailure
      ?.slice(id.length + 2)
      .replace(/\s+/g, ' ')
      .slice(0, 100) ?? '';
  return [id, failedCount > 0 ? 'fails' : 'conforms', String(passed), String(failedCount), reason];
}

function outcomeLines(results: CaseResult[], outcome: 'failed' | 'skipped'): string[] {
  return results.flatMap(({ testCase, verdict }) =>
    verdict.outcome === outcome ? [`${testCase.operationId}: ${testCase.name}: ${verdict.reason}`] : [],
  );
}

function table(rows: string[][]): string {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((cells) => cells[column]?.length ?? 0)));
  return rows
    .map((cells) =>
      cells
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

function section(title: string, lines: string[]): string {
  return lines.length > 0 ? `${title}:\n${lines.map((line) => `- ${line}`).join('\n')}` : '';
}
