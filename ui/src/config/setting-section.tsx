import type { ReactNode } from 'react';
import { useTexts } from '#i18n/i18n.ts';
import type { Texts } from '#i18n/zh.ts';
import { Panel } from '#kit/panel.tsx';

interface Props {
  group: keyof Texts['config']['group'];
  note?: ReactNode;
  children: ReactNode;
}

/** Settings that belong together, one below the other. */
export function SettingSection({ group, note, children }: Props) {
  const { t } = useTexts();
  return (
    <Panel title={t(`config.group.${group}`)} note={note}>
      <div className="@container -my-2.5">{children}</div>
    </Panel>
  );
}
