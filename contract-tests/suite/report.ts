import type { Case } from './case.ts';
import type { Verdict } from './run-case.ts';

export interface Result {
  testCase: Case;
  verdict: Verdict;
}

/** A table of verdicts per operation, then all failures and skipped cases. */
export function report(results: Result[]): { text: string; passed: boolean } {
  const ids = [...new Set(results.map(({ testCase }) => testCase.operationId))];
  const rows = ids.map((id) =>
    row(
      id,
      results.filter(({ testCase }) => testCase.operationId === id),
    ),
  );
  const failures = linesOf(results, 'failed');
  const skipped = linesOf(results, 'skipped');
  const count = results.length - failures.length - skipped.length;
  const totals = `${count} passed, ${failures.length} failed, ${skipped.length} skipped`;
  const parts = [
    table([['Operation', 'Verdict', 'Passed', 'Failed', 'First failure'], ...rows]),
    section('Failed', failures),
    section('Skipped', skipped),
    totals,
  ];
  return { text: parts.filter(Boolean).join('\n\n'), passed: failures.length === 0 };
}

function row(id: string, results: Result[]): string[] {
  const passed = results.filter(({ verdict }) => verdict.outcome === 'passed').length;
  const [first, ...more] = linesOf(results, 'failed');
  const failed = first ? more.length + 1 : 0;
  const reason =
    first
      ?.slice(id.length + 2)
      .replace(/\s+/g, ' ')
      .slice(0, 100) ?? '';
  return [id, failed > 0 ? 'fails' : 'conforms', String(passed), String(failed), reason];
}

function linesOf(results: Result[], outcome: 'failed' | 'skipped'): string[] {
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
