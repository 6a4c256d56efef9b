import { useState } from 'react';
import type { EntityUi } from '#crud/define-entity.ts';
import { RestoreDialog } from '#crud/record/restore-dialog.tsx';
import { useTexts } from '#i18n/i18n.ts';
import { Button } from '#kit/button.tsx';
import { useSession } from '#session/use-session.ts';
import type { FoundChange } from './use-change.ts';

/** The way back to what a change left, or to what a deletion took away; none to where the record stands already. */
export function RestoreChange({ entity, found }: { entity: EntityUi; found: FoundChange }) {
  const { t } = useTexts();
  const { refuse } = useSession();
  const [target, setTarget] = useState<number>();
  const { entry, recordVersion, before, after } = found;
  const version = after ? entry.version : before?.version;
  if (version === undefined || version === recordVersion) return null;
  const deleted = recordVersion === null;
  return (
    <>
      <Button
        icon="restore"
        refused={refuse(`${entity.key}:update`) || (deleted && refuse(`${entity.key}:create`))}
        onClick={() => setTarget(version)}
      >
        {t(deleted && !after ? 'dataLogs.bringBack' : 'history.restore')}
      </Button>
      <RestoreDialog
        entity={entity}
        id={entry.recordId}
        version={recordVersion}
        target={target}
        onClose={() => setTarget(undefined)}
      />
    </>
  );
}
