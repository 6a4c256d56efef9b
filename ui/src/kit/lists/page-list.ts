/** The pages to offer: first and last, the present one with its neighbours; a gap of one page is that page. */
export function pageList(page: number, pages: number): (number | 'gap')[] {
  if (pages <= 7) return Array.from({ length: pages }, (_, index) => index + 1);
  const near = page <= 2 ? [1, 2, 3] : page >= pages - 1 ? [pages - 2, pages - 1, pages] : [page - 1, page, page + 1];
  const wanted = [...new Set([1, ...near, pages])].sort((a, b) => a - b);
  const list: (number | 'gap')[] = [];
  for (const number of wanted) {
    const last = list.at(-1);
    if (typeof last === 'number' && number - last === 2) list.push(last + 1);
    else if (typeof last === 'number' && number - last > 2) list.push('gap');
    list.push(number);
  }
  return list;
}
