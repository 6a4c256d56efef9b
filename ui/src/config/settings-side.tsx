import { settings } from '#api/facts.gen.ts';
import { changedPointers } from '#crud/merge.ts';
import { jumpTo } from '#crud/record/focus-field.ts';
import { Time } from '#crud/time.tsx';
import { pointerText } from '#crud/value-text.ts';
import { useTexts } from '#i18n/i18n.ts';
import { LinkButton } from '#kit/link-button.tsx';
import { Panel } from '#kit/panel.tsx';
import { useChangeText } from './change-text.ts';
import type { SettingsForm } from './use-settings-form.ts';
import type { SettingsHistory } from './use-settings-history.ts';

const shown = 5;
const initial = Object.fromEntries(settings.map((setting) => [setting.name, setting.default]));

interface Props {
  form: SettingsForm;
  history: SettingsHistory;
  onHistory: () => void;
}

/** Beside the settings: which of them are not as by default, and who has changed something lately. */
export function SettingsSide({ form, history, onHistory }: Props) {
  const { t } = useTexts();
  const text = useChangeText();
  const { values } = form.state.context;
  const others = changedPointers(initial, values);
  return (
    <>
      <Panel title={t('config.others')} note={others.length > 0 && others.length}>
        {others.length === 0 && <p className="text-xs text-ink-3">{t('config.allInitial')}</p>}
        <ul className="flex flex-col gap-1 text-xs">
          {others.map((pointer) => (
            <li key={pointer}>
              <LinkButton className="text-left" onClick={() => jumpTo(pointer)}>
                {pointerText(pointer)}
              </LinkButton>
            </li>
          ))}
        </ul>
      </Panel>
      <Panel
        title={t('config.recent')}
        aside={
          history.total > 0 && (
            <LinkButton onClick={onHistory}>{t('record.allVersions', { count: history.total })}</LinkButton>
          )
        }
      >
        {history.problem && <p className="text-xs text-bad-ink">{history.problem.message}</p>}
        {history.data && history.total === 0 && <p className="text-xs text-ink-3">{t('config.noChanges')}</p>}
        <ol className="-my-1">
          {history.items.slice(0, shown).map((change) => (
            <li key={change.id} className="flex gap-2 py-1 text-xs">
              <span className="min-w-0 text-ink-2">{text(change)}</span>
              <span className="ml-auto flex-none text-ink-3">
                <Time iso={change.time} />
              </span>
            </li>
          ))}
        </ol>
      </Panel>
    </>
  );
}
