/** Lists the first and last page and the current one with its neighbours. A gap of a single page is filled with that page. */
export function listPages(page: number, pages: number): (number | 'gap')[] {
  if (pages <= 7) return Array.from({ length: pages }, (_, index) => index + 1);
  const neighbours =
    page <= 2 ? [1, 2, 3] : page >= pages - 1 ? [pages - 2, pages - 1, pages] : [page - 1, page, page + 1];
  const visiblePages = [...new Set([1, ...neighbours, pages])].sort((a, b) => a - b);
  const result: (number | 'gap')[] = [];
  for (const number of visiblePages) {
    const previous = result.at(-1);
    if (typeof previous === 'number' && number - previous === 2) result.push(previous + 1);
    else if (typeof previous === 'number' && number - previous > 2) result.push('gap');
    result.push(number);
  }
  return result;
}
