import { enums } from '#api/metadata.gen.ts';
import { toTimeRange } from '#i18n/viewer-days.ts';
import type { Act } from './acts.ts';
import { type LogSearch, pageQuery, parseLogSearch, type SearchPatch, shortText } from './log-search.ts';

/** The typed URL parameters (the router's “search”) of the user log. */
export interface UserLogSearch extends LogSearch {
  user?: string;
  about?: string;
  act?: Act;
  address?: string;
}

export type UserLogSearchPatch = SearchPatch<UserLogSearch>;

export const conditions = ['user', 'about', 'act', 'address', 'from', 'to'] as const;

/** Parses the URL parameters of the user log; drops unknown and invalid ones. */
export const parseUserLogSearch = (raw: Record<string, unknown>): UserLogSearch =>
  parseLogSearch<UserLogSearch>(raw, {
    user: shortText(raw.user, 254),
    about: shortText(raw.about, 254),
    act: enums.Act.find((act) => act === raw.act),
    address: shortText(raw.address, 45),
  });

/** Returns the filters as query parameters. */
export const toFilter = ({ user, about, act, address, from, to }: UserLogSearch) => ({
  ...(user ? { user } : {}),
  ...(about ? { about } : {}),
  ...(act ? { act } : {}),
  ...(address ? { address } : {}),
  ...toTimeRange({ from, to }),
});

/** Returns the query parameters of the requested page. */
export const toQuery = (search: UserLogSearch) => ({ ...toFilter(search), ...pageQuery(search) });
