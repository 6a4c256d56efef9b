import type { RecordData } from '#crud/record-form.ts';
import { fullTime, shortTime } from '#i18n/format.ts';
import { useTexts } from '#i18n/i18n.ts';
import { Button } from '#kit/button.tsx';

/** What the page is, which version of it stands here, and the way to those before. */
export function SettingsHead({ record, onHistory }: { record: RecordData | null; onHistory: () => void }) {
  const { t } = useTexts();
  const time = typeof record?.updateTime === 'string' ? record.updateTime : undefined;
  return (
    <header className="flex h-13 flex-none items-center gap-3 border-b border-line bg-panel px-6">
      <h1 className="text-xl font-semibold">{t('config.title')}</h1>
      {record && time && (
        <span className="cut text-xs text-ink-3" title={fullTime(time)}>
          {t('config.saved', { version: record.version, by: record.updatedBy, time: shortTime(time) })}
        </span>
      )}
      <Button icon="clock" className="ml-auto" onClick={onHistory}>
        {t('history.title')}
      </Button>
    </header>
  );
}
