import { enums } from '#api/facts.gen.ts';
import type { Act } from './acts.ts';
import { type LogAddress, pageQuery, readAddress, type SearchPatch, shortText, toTimeRange } from './log-address.ts';

/** What the address of the user log says. */
export interface LogSearch extends LogAddress {
  user?: string;
  about?: string;
  act?: Act;
  address?: string;
}

export type LogPart = SearchPatch<LogSearch>;

export const conditions = ['user', 'about', 'act', 'address', 'from', 'to'] as const;

/** Takes from an address what the log understands; the rest is dropped, never an error. */
export const logSearch = (raw: Record<string, unknown>): LogSearch =>
  readAddress<LogSearch>(raw, {
    user: shortText(raw.user, 254),
    about: shortText(raw.about, 254),
    act: enums.Act.find((act) => act === raw.act),
    address: shortText(raw.address, 45),
  });

/** The conditions as the server takes them. */
export const toFilter = ({ user, about, act, address, from, to }: LogSearch) => ({
  ...(user ? { user } : {}),
  ...(about ? { about } : {}),
  ...(act ? { act } : {}),
  ...(address ? { address } : {}),
  ...toTimeRange({ from, to }),
});

/** The page asked for. */
export const toQuery = (search: LogSearch) => ({ ...toFilter(search), ...pageQuery(search) });
