import { useTexts } from '#i18n/i18n.ts';
import { type ImportRow, importPermission } from '#imports/import.ts';
import type { ImportProps } from '#imports/use-import.ts';
import { Button } from '#kit/button.tsx';
import { DrawerSection } from '#kit/drawer.tsx';
import { useSession } from '#session/use-session.ts';

/** Of several rows with the same key, takes this one. */
export function ChooseRow({ found, row: { row }, state, send }: ImportProps & { row: ImportRow }) {
  const { t } = useTexts();
  const { refuse } = useSession();
  if (found.status !== 'staged') return null;
  return (
    <DrawerSection>
      <p className="mb-2 text-ink-2">{t('imports.report.chooseText')}</p>
      <Button
        busy={state.matches('acting')}
        refused={refuse(importPermission(found.entity))}
        onClick={() => send({ type: 'ACT', act: { act: 'choose', row } })}
      >
        {t('imports.report.choose')}
      </Button>
    </DrawerSection>
  );
}
