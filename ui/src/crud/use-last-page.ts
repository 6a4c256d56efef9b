import { useEffect, useEffectEvent } from 'react';

export interface PageOfList {
  page: number;
  pageSize: number;
  total: number;
}

/**
 * Whether the page that was asked for lies behind the last one, as in an old link or after records were deleted; leads
 * to the last one then.
 */
export function useLastPage(
  requestedPage: number,
  answer: Partial<PageOfList> | undefined,
  goTo: (page: number | undefined) => void,
) {
  // an answer that is about another page says nothing of this one
  const { page, pageSize = 1, total = 0 } = answer ?? {};
  const last = page === requestedPage ? Math.max(1, Math.ceil(total / pageSize)) : requestedPage;
  const isBehind = requestedPage > last;
  const go = useEffectEvent(() => goTo(last === 1 ? undefined : last));
  useEffect(() => {
    if (isBehind) go();
  }, [isBehind]);
  return isBehind;
}
