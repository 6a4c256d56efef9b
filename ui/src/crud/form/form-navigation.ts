import { useNavigate } from '@tanstack/react-router';
import { useMemo } from 'react';
import type { EntityUi } from '#crud/define-entity.ts';
import type { ListSearch } from '#crud/list/list-search.ts';
import { loadForm } from './form-definition.ts';

/** Where a record is edited, from the values of a rejected proposal where `again` names one; a new one where `id` is null. */
export function formLink({ path, form: { place } }: EntityUi, id: number | null, fromProposal?: number) {
  const from = fromProposal === undefined ? {} : { fromProposal };
  if (typeof place === 'object') return { to: place.page, search: id === null ? {} : { id, ...from } };
  const search = id === null ? ({ panel: 'new' } as const) : ({ id, panel: 'edit', ...from } as const);
  return { to: path, search };
}

/** Opens a kind's form; `prefetchProps` make a button load the form as soon as somebody is about to press it. */
export function useFormNavigation(entity: EntityUi) {
  const navigate = useNavigate();
  return useMemo(() => {
    const prefetch = () => void loadForm(entity).catch(() => {});
    function go(id: number | null, fromProposal?: number): void {
      const { to, search } = formLink(entity, id, fromProposal);
      if (to !== entity.path) return void navigate({ to, search });
      // beside the list, its conditions stay
      void navigate({
        to: entity.path,
        search: (current: ListSearch) => ({ ...current, id: undefined, fromProposal: undefined, ...search }),
      });
    }
    return {
      edit: (id: number, fromProposal?: number) => go(id, fromProposal),
      create: () => go(null),
      prefetchProps: { onPointerEnter: prefetch, onFocus: prefetch },
    };
  }, [entity, navigate]);
}
