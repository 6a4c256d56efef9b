import { enums, type Rule, type Schemas } from '#api/metadata.gen.ts';
import type { RowOutcome, RowState } from '#imports/import.ts';
import { positiveInteger, shortText } from '#logs/log-search.ts';

/** The typed URL parameters (the router's “search”) of the report. */
export interface ReportSearch {
  state?: RowState;
  outcome?: RowOutcome;
  rule?: Rule;
  code?: string;
  incomplete?: true;
  /** Selects rows with corrected cells. */
  corrected?: true;
  /** Selects rows whose record lacks this field, given as a pointer. */
  lacks?: string;
  /** The row shown in the drawer. */
  row?: number;
  /** Shows the unmatched values in the drawer. */
  values?: true;
}

export type ReportSearchPatch = { [Name in keyof ReportSearch]?: ReportSearch[Name] | undefined };

const parseEnum = <Name extends keyof Schemas>(values: readonly Schemas[Name][], value: unknown) =>
  values.find((candidate) => candidate === value);

// The names of all rules are loaded with the page, which drops unknown ones, since this module is loaded with every page.
const parseRule = (value: unknown) =>
  typeof value === 'string' && /^[a-z]{1,40}$/i.test(value) ? (value as Rule) : undefined;

const parseFlag = (value: unknown) => (String(value) === 'true' ? true : undefined);

/** Parses the URL parameters and drops unknown or malformed ones. */
export function parseReportSearch(raw: Record<string, unknown>): ReportSearch {
  const parsed: ReportSearchPatch = {
    state: parseEnum<'ImportRowState'>(enums.ImportRowState, raw.state),
    outcome: parseEnum<'ImportRowOutcome'>(enums.ImportRowOutcome, raw.outcome),
    rule: parseRule(raw.rule),
    code: shortText(raw.code, 80),
    incomplete: parseFlag(raw.incomplete),
    corrected: parseFlag(raw.corrected),
    lacks: shortText(raw.lacks, 80),
    values: parseFlag(raw.values),
    row: positiveInteger(raw.row),
  };
  // the cast: undefined members are filtered out
  return Object.fromEntries(Object.entries(parsed).filter(([, value]) => value !== undefined)) as ReportSearch;
}
