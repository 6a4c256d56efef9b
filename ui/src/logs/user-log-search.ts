import { enums } from '#api/facts.gen.ts';
import type { Act } from './acts.ts';
import { type LogAddress, pageQuery, readAddress, type SearchPatch, shortText, toTimeRange } from './log-address.ts';

/** The search parameters of the user log. */
export interface LogSearch extends LogAddress {
  user?: string;
  about?: string;
  act?: Act;
  address?: string;
}

export type LogPart = SearchPatch<LogSearch>;

export const conditions = ['user', 'about', 'act', 'address', 'from', 'to'] as const;

/** Parses the search parameters of the user log; drops unknown and invalid ones. */
export const logSearch = (raw: Record<string, unknown>): LogSearch =>
  readAddress<LogSearch>(raw, {
    user: shortText(raw.user, 254),
    about: shortText(raw.about, 254),
    act: enums.Act.find((act) => act === raw.act),
    address: shortText(raw.address, 45),
  });

/** Returns the filters as query parameters. */
export const toFilter = ({ user, about, act, address, from, to }: LogSearch) => ({
  ...(user ? { user } : {}),
  ...(about ? { about } : {}),
  ...(act ? { act } : {}),
  ...(address ? { address } : {}),
  ...toTimeRange({ from, to }),
});

/** Returns the query parameters of the requested page. */
export const toQuery = (search: LogSearch) => ({ ...toFilter(search), ...pageQuery(search) });
