import { useNavigate } from '@tanstack/react-router';
import { useMemo } from 'react';
import type { EntityUi } from './define-entity.ts';
import type { ListSearch } from './list/list-search.ts';
import { loadForm } from './load-form.ts';

/** Where a record is edited, from the values of a rejected proposal where `again` names one; a new one where `id` is null. */
export function formLink({ path, form: { place } }: EntityUi, id: number | null, again?: number) {
  const from = again === undefined ? {} : { again };
  if (typeof place === 'object') return { to: place.page, search: id === null ? {} : { id, ...from } };
  const search = id === null ? ({ panel: 'new' } as const) : ({ id, panel: 'edit', ...from } as const);
  return { to: path, search };
}

/** The ways into a kind's form from where its records are seen, and what a button that leads there does beforehand. */
export function useFormNavigation(entity: EntityUi) {
  const navigate = useNavigate();
  return useMemo(() => {
    const ahead = () => void loadForm(entity).catch(() => {});
    function go(id: number | null, again?: number): void {
      const { to, search } = formLink(entity, id, again);
      if (to !== entity.path) return void navigate({ to, search });
      // beside the list, its conditions stay
      void navigate({
        to: entity.path,
        search: (now: ListSearch) => ({ ...now, id: undefined, again: undefined, ...search }),
      });
    }
    return {
      edit: (id: number, again?: number) => go(id, again),
      create: () => go(null),
      prefetchProps: { onPointerEnter: ahead, onFocus: ahead },
    };
  }, [entity, navigate]);
}
