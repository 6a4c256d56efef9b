import { useNavigate } from '@tanstack/react-router';
import { useMemo } from 'react';
import type { EntityUi } from './define-entity.ts';
import { loadForm } from './load-form.ts';

/** Where a record is edited, from the values of a rejected proposal where `again` names one; a new one where `id` is null. */
export function formPlace({ path, form: { place } }: EntityUi, id: number | null, again?: number) {
  const from = again === undefined ? {} : { again };
  if (typeof place === 'object') return { to: place.page, search: id === null ? {} : { id, ...from } };
  return { to: path, search: id === null ? { panel: 'new' } : { id, panel: 'edit', ...from } };
}

/** The ways into a kind's form from where its records are seen, and what a button that leads there does beforehand. */
export function useFormWays(entity: EntityUi) {
  const navigate = useNavigate();
  return useMemo(() => {
    const ahead = () => void loadForm(entity).catch(() => {});
    function go(id: number | null, again?: number): void {
      const { to, search } = formPlace(entity, id, again);
      const beside = to === entity.path;
      // beside the list, its conditions stay; each place takes what it is given here
      void navigate({
        to,
        search: ((now: object) => ({
          ...(beside ? now : {}),
          id: undefined,
          again: undefined,
          ...search,
        })) as never,
      });
    }
    return {
      edit: (id: number, again?: number) => go(id, again),
      create: () => go(null),
      ahead: { onPointerEnter: ahead, onFocus: ahead },
    };
  }, [entity, navigate]);
}
