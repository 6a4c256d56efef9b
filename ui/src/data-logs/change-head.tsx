import { Link } from '@tanstack/react-router';
import { recordLink } from '#crud/define-entity.ts';
import { nameOf } from '#crud/names.ts';
import { notify } from '#crud/notify.ts';
import { Time } from '#crud/time.tsx';
import { fullTime } from '#i18n/format.ts';
import { useTexts } from '#i18n/i18n.ts';
import { Code } from '#kit/chip.tsx';
import { linkClass } from '#kit/link-button.tsx';
import { Tag } from '#kit/tag.tsx';
import { useHotkey } from '#kit/use-hotkey.ts';
import { useSession } from '#session/use-session.ts';
import { ActionMark } from './marks.tsx';
import type { DataLogEntry } from './use-data-logs.ts';

/** What was done to which record, as the way to it where it is there and the reader may go there; C copies its code. */
export function ChangeHead({ entry }: { entry: DataLogEntry }) {
  const { t, language } = useTexts();
  const { can } = useSession();
  const { entity, recordId, code, exists, action, time } = entry;
  const name = nameOf(entry, language);
  useHotkey('c', () => {
    if (code === null) return;
    void navigator.clipboard?.writeText(code);
    notify.success(t('common.copied'));
  });
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
        {code !== null && <Code>{code}</Code>}
        <h2 className="min-w-0 text-lg font-semibold [overflow-wrap:anywhere]">
          {exists && can(`${entity}:read`) ? (
            // the lists of records take what stands beside them from their address
            <Link {...recordLink(entity, recordId)} search={recordLink(entity, recordId).search} className={linkClass}>
              {name}
            </Link>
          ) : (
            name
          )}
        </h2>
        {!exists && <Tag>{t('dataLogs.gone')}</Tag>}
      </div>
      <p className="mt-1 flex flex-wrap items-center gap-x-1.5 text-xs text-ink-3">
        <span className="text-ink">
          <ActionMark action={action} />
        </span>
        · <Time iso={time} /> · <span className="font-mono">{fullTime(time)}</span>
      </p>
    </>
  );
}
