import { useState } from 'react';
import type { EntityUi } from '#crud/define-entity.ts';
import { RestoreDialog } from '#crud/record/restore-dialog.tsx';
import { useTexts } from '#i18n/i18n.ts';
import { Button } from '#kit/button.tsx';
import { useSession } from '#session/use-session.ts';
import type { FoundChange } from './use-change.ts';

interface Props {
  entity: EntityUi;
  found: FoundChange;
  /** The version to go back to. */
  version: number;
}

export function RestoreChange({ entity, found, version }: Props) {
  const { t } = useTexts();
  const { refuse } = useSession();
  const [target, setTarget] = useState<number>();
  const { entry, recordVersion, after } = found;
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
