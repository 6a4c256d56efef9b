import type { Schemas } from '#api/facts.gen.ts';
import { readOnce } from '#crud/query-client.ts';
import { useRead } from '#crud/use-read.ts';
import { useLanguages, useTexts } from '#i18n/i18n.ts';
import { useSettled } from '#kit/use-settled.ts';
import { api } from '#session/session.ts';
import { useSession } from '#session/use-session.ts';
import { home, type MenuItem, maySee, groups as menu } from './menu.ts';

export type FoundRecord = Schemas['SearchAnswer']['data']['items'][number];
export type Hit = { page: MenuItem } | { record: FoundRecord };

export const hitKey = (hit: Hit): string => ('page' in hit ? hit.page.path : `${hit.record.entity} ${hit.record.id}`);

const PAUSE_MS = 150;

/** The pages that one may open, by their names in either language. */
function usePages(q: string): MenuItem[] {
  const { t } = useTexts();
  const languages = useLanguages();
  const { can } = useSession();
  const open = [home, ...menu.flatMap(({ items }) => items)].filter((item) => maySee(item, can));
  const names = ({ label }: MenuItem) => languages.map((lng) => t(label, { lng }));
  return open.filter((page) => names(page).some((name) => name.toLowerCase().includes(q.toLowerCase())));
}

export function usePalette(typed: string) {
  const q = typed.trim();
  const asked = useSettled(q, PAUSE_MS);
  const { data, problem, loading, reload } = useRead({
    ...readOnce,
    queryKey: ['search', asked],
    queryFn: async ({ signal }) => {
      if (asked === '') return { q: asked, items: [] };
      const answer = await api.GET('/api/v1/search', { params: { query: { q: asked } }, signal });
      return { q: asked, items: answer.data.items };
    },
  });
  const failed = problem && !loading && asked === q ? problem : undefined;
  const pages = { id: 'pages', hits: usePages(q).map((page): Hit => ({ page })) } as const;
  // an emptied field shows no remains of the search before
  const found = q === '' || failed ? [] : (data?.items ?? []);
  const records = { id: 'records', hits: found.map((record): Hit => ({ record })) } as const;
  // who types a whole code means that record
  const groups = found[0]?.code === q.toUpperCase() ? [records, pages] : [pages, records];
  /** What is shown answers what is typed. */
  const settled = q === '' || failed !== undefined || data?.q === q;
  return { q, groups, settled, problem: failed, reload };
}
