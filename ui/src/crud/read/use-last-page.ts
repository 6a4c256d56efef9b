import { useEffect, useEffectEvent } from 'react';

export interface PageInfo {
  page: number;
  pageSize: number;
  total: number;
}

/**
 * Navigates to the last page if the requested one is past the end, as in an old link or after records were deleted.
 * Returns whether it is.
 */
export function useRedirectToLastPage(
  requestedPage: number,
  response: Partial<PageInfo> | undefined,
  goTo: (page: number | undefined) => void,
) {
  // a response for another page does not count
  const { page, pageSize = 1, total = 0 } = response ?? {};
  const lastPage = page === requestedPage ? Math.max(1, Math.ceil(total / pageSize)) : requestedPage;
  const isPastEnd = requestedPage > lastPage;
  const go = useEffectEvent(() => goTo(lastPage === 1 ? undefined : lastPage));
  useEffect(() => {
    if (isPastEnd) go();
  }, [isPastEnd]);
  return isPastEnd;
}
