import type { Case } from './case.ts';
import type { Verdict } from './run-case.ts';

export interface Result {
  it: Case;
  verdict: Verdict;
}

/** A verdict per operation, then every failure and what was left out. */
export function report(results: Result[]): { text: string; passed: boolean } {
  const ids = [...new Set(results.map(({ it }) => it.operationId))];
  const rows = ids.map((id) =>
    row(
      id,
      results.filter(({ it }) => it.operationId === id),
    ),
  );
  const failures = listed(results, 'failed');
  const skipped = listed(results, 'skipped');
  const count = results.length - failures.length - skipped.length;
  const sum = `${count} passed, ${failures.length} failed, ${skipped.length} skipped`;
  const parts = [
    table([['Operation', 'Verdict', 'Passed', 'Failed', 'First failure'], ...rows]),
    section('Failed', failures),
    section('Skipped', skipped),
    sum,
  ];
  return { text: parts.filter(Boolean).join('\n\n'), passed: failures.length === 0 };
}

function row(id: string, results: Result[]): string[] {
  const passed = results.filter(({ verdict }) => verdict.outcome === 'passed').length;
  const [first, ...more] = listed(results, 'failed');
  const failed = first ? more.length + 1 : 0;
  const reason =
    first
      ?.slice(id.length + 2)
      .replace(/\s+/g, ' ')
      .slice(0, 100) ?? '';
  return [id, failed > 0 ? 'fails' : 'conforms', String(passed), String(failed), reason];
}

function listed(results: Result[], outcome: 'failed' | 'skipped'): string[] {
  return results.flatMap(({ it, verdict }) =>
    verdict.outcome === outcome ? [`${it.operationId}: ${it.name}: ${verdict.reason}`] : [],
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
