import { enums } from '#api/metadata.gen.ts';
import { type LogSearch, parseLogSearch } from '#logs/log-search.ts';
import type { SetStatus } from './change-set.ts';

export const scopes = ['mine', 'toReview'] as const;

/** The typed URL parameters of the list of change sets. */
export interface ChangeSetsSearch extends LogSearch {
  status?: SetStatus;
  scope?: (typeof scopes)[number];
}

/** Parses the URL parameters and drops unknown or malformed ones. */
export const parseChangeSetsSearch = (raw: Record<string, unknown>): ChangeSetsSearch =>
  parseLogSearch<ChangeSetsSearch>(raw, {
    status: enums.ChangeSetStatus.find((status) => status === raw.status),
    scope: scopes.find((scope) => scope === raw.scope),
  });
