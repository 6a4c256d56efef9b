import type { ComponentProps } from 'react';
import { NoRows } from '#crud/list/no-rows.tsx';
import { useTexts } from '#i18n/i18n.ts';
import { EmptyState } from '#kit/messages/page-state.tsx';

interface Props {
  logs: ComponentProps<typeof NoRows>['loaded'];
  /** Takes the conditions away; undefined where there are none. */
  onClear: (() => void) | undefined;
  /** Whose words it uses. */
  texts: 'logs' | 'dataLogs';
}

export function LogEmpty({ logs, onClear, texts }: Props) {
  const { t } = useTexts();
  return (
    <NoRows
      loaded={logs}
      failed={`${texts}.failed`}
      narrowed={onClear && { title: t(`${texts}.empty`), text: t(`${texts}.emptyText`), onClear }}
      first={<EmptyState icon="log" title={t(`${texts}.emptyFirst`)} text={t(`${texts}.emptyFirstText`)} />}
    />
  );
}
