import { useNavigate } from '@tanstack/react-router';
import { useCallback } from 'react';
import type { AnyRecord, EntityUi } from '#crud/define-entity.ts';
import { useFormWays } from '#crud/form-place.ts';
import { useTexts } from '#i18n/i18n.ts';
import type { RowAction } from '#kit/data-table.tsx';
import { useSession } from '#session/use-session.ts';
import type { PanelName } from './list-search.ts';

/** What a row offers at its right edge. */
export function useRowActions(entity: EntityUi): (record: AnyRecord) => RowAction[] {
  const { t, language } = useTexts();
  const { user, refuse } = useSession();
  const navigate = useNavigate();
  const ways = useFormWays(entity);
  // biome-ignore lint/correctness/useExhaustiveDependencies: texts change with the language, permissions with the user
  return useCallback(
    ({ id }) => {
      const show = (panel: PanelName) => () =>
        void navigate({ to: '.', search: (search) => ({ ...search, id, panel }) });
      const quick: RowAction = {
        id: 'quick',
        icon: 'translate',
        label: t('form.quick'),
        refused: refuse(`${entity.key}:update`),
        onSelect: show('quick'),
      };
      return [
        {
          id: 'edit',
          icon: 'edit',
          label: t('common.edit'),
          refused: refuse(`${entity.key}:update`),
          onSelect: () => ways.edit(id),
          onAhead: ways.ahead.onFocus,
        },
        ...(entity.form.quick ? [quick] : []),
        { id: 'history', icon: 'clock', label: t('history.title'), onSelect: show('history') },
        {
          id: 'delete',
          icon: 'trash',
          label: t('common.delete'),
          refused: refuse(`${entity.key}:delete`),
          onSelect: show('delete'),
        },
      ];
    },
    [entity, language, user, ways],
  );
}
