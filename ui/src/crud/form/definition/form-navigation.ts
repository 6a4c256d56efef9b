import { useNavigate } from '@tanstack/react-router';
import { useMemo } from 'react';
import type { EntityUi } from '#crud/define-entity.ts';
import type { ListSearch } from '#crud/list/list-search.ts';
import { createLazyCode } from '#kit/lazy-code.ts';
import { loadForm } from './form-definition.ts';

interface FormLinkOptions {
  /** The rejected proposal whose values the form starts with. */
  fromProposal?: number | undefined;
  /** The JSON pointer of the field that gets the focus. */
  field?: string | undefined;
}

/** Returns the link to a record's form, or to a new record's if `id` is null. */
export function formLink({ path, form: { layout } }: EntityUi, id: number | null, options: FormLinkOptions = {}) {
  if (typeof layout === 'object') return { to: layout.page, search: id === null ? {} : { id, ...options } };
  const search = id === null ? ({ panel: 'new' } as const) : ({ id, panel: 'edit', ...options } as const);
  return { to: path, search };
}

/** Opens a record's form, or that of a new record if `id` is null; with `ignoreBlocker` no form with unsaved changes asks before. */
export function openForm(
  navigate: ReturnType<typeof useNavigate>,
  entity: EntityUi,
  id: number | null,
  { ignoreBlocker = false, ...options }: FormLinkOptions & { ignoreBlocker?: boolean } = {},
): void {
  const { to, search } = formLink(entity, id, options);
  if (to !== entity.path) return void navigate({ to, search, ignoreBlocker });
  // the list beside the form keeps its filters
  void navigate({
    to: entity.path,
    search: (current: ListSearch) => ({
      ...current,
      id: undefined,
      fromProposal: undefined,
      field: undefined,
      ...search,
    }),
  });
}

/** The form of a kind whose records are edited beside or over their list. */
export const formPanelCode = createLazyCode(() => import('#crud/form/record/record-form-panel.tsx'));

/** Opens an entity's form; `prefetchProps` let a button load the form when it is hovered or focused. */
export function useFormNavigation(entity: EntityUi) {
  const navigate = useNavigate();
  return useMemo(() => {
    const hasPanel = typeof entity.form.layout === 'string';
    const prefetch = () => void Promise.all([loadForm(entity), hasPanel && formPanelCode.load()]).catch(() => {});
    return {
      edit: (id: number, options?: Parameters<typeof openForm>[3]) => openForm(navigate, entity, id, options),
      create: () => openForm(navigate, entity, null),
      prefetchProps: { onPointerEnter: prefetch, onFocus: prefetch },
    };
  }, [entity, navigate]);
}
