import { session } from '#session/session.ts';
import { onRecordsChanged } from './changes.ts';

const most = 20;
const pages = new Map<string, unknown>();
const forget = () => pages.clear();
// as it was before a change made here, or as somebody else may see it, a page is not shown again
onRecordsChanged(forget);
session.subscribe(forget);

/** Keeps a page as it was seen last; of too many the one goes that was seen least lately. */
export function keepPage<T>(key: string, page: T): T {
  pages.delete(key);
  pages.set(key, page);
  const [oldest] = pages.keys();
  if (pages.size > most && oldest !== undefined) pages.delete(oldest);
  return page;
}

// the cast: a key stands for one question
export const seenPage = <T>(key: string): T | undefined => pages.get(key) as T | undefined;
