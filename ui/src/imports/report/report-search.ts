import { enums, type Rule, type Schemas } from '#api/facts.gen.ts';
import type { RowOutcome, RowState } from '#imports/import.ts';
import { positiveInteger, shortText } from '#logs/log-address.ts';

/** The search parameters of the report. */
export interface ReportSearch {
  state?: RowState;
  outcome?: RowOutcome;
  rule?: Rule;
  code?: string;
  incomplete?: true;
  /** Only rows of which somebody has corrected cells. */
  corrected?: true;
  /** What the record of a row lacks, as a pointer. */
  lacks?: string;
  /** The row beside the table. */
  row?: number;
  /** The values that match nothing are beside it. */
  values?: true;
}

export type ReportSearchPatch = { [Name in keyof ReportSearch]?: ReportSearch[Name] | undefined };

const knownValue = <Name extends keyof Schemas>(values: readonly Schemas[Name][], value: unknown) =>
  values.find((one) => one === value);

const trueOrAbsent = (value: unknown) => (String(value) === 'true' ? true : undefined);

/** Unknown or malformed parameters are dropped. */
export function parseReportSearch(raw: Record<string, unknown>): ReportSearch {
  const found: ReportSearchPatch = {
    state: knownValue<'ImportRowState'>(enums.ImportRowState, raw.state),
    outcome: knownValue<'ImportRowOutcome'>(enums.ImportRowOutcome, raw.outcome),
    rule: knownValue<'Rule'>(enums.Rule, raw.rule),
    code: shortText(raw.code, 80),
    incomplete: trueOrAbsent(raw.incomplete),
    corrected: trueOrAbsent(raw.corrected),
    lacks: shortText(raw.lacks, 80),
    values: trueOrAbsent(raw.values),
    row: positiveInteger(raw.row),
  };
  // the cast: what is undefined has gone
  return Object.fromEntries(Object.entries(found).filter(([, value]) => value !== undefined)) as ReportSearch;
}
