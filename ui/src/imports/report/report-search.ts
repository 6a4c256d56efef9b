import { enums, type Rule, type Schemas } from '#api/facts.gen.ts';
import type { RowOutcome, RowState } from '#imports/import.ts';
import { shortText, wholeNumber } from '#logs/log-address.ts';

/** What the report's address says. */
export interface ReportSearch {
  state?: RowState;
  outcome?: RowOutcome;
  rule?: Rule;
  code?: string;
  incomplete?: true;
  /** The row beside the table. */
  row?: number;
}

export type ReportPart = { [Name in keyof ReportSearch]?: ReportSearch[Name] | undefined };

const known = <Name extends keyof Schemas>(values: readonly Schemas[Name][], value: unknown) =>
  values.find((one) => one === value);

/** Takes from an address what the page understands; the rest is dropped, never an error. */
export function reportSearch(raw: Record<string, unknown>): ReportSearch {
  const found: ReportPart = {
    state: known<'ImportRowState'>(enums.ImportRowState, raw.state),
    outcome: known<'ImportRowOutcome'>(enums.ImportRowOutcome, raw.outcome),
    rule: known<'Rule'>(enums.Rule, raw.rule),
    code: shortText(raw.code, 80),
    incomplete: String(raw.incomplete) === 'true' ? true : undefined,
    row: wholeNumber(raw.row),
  };
  // the cast: what is undefined has gone
  return Object.fromEntries(Object.entries(found).filter(([, value]) => value !== undefined)) as ReportSearch;
}
