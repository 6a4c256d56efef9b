import { useTexts } from '#i18n/i18n.ts';
import { Button } from '#kit/buttons/button.tsx';
import { Note } from '#kit/messages/note.tsx';

/** Says that the shown record has changed elsewhere; it reloads only on request, so that no unseen version is approved. */
export function NewerNote({ onShow }: { onShow: () => void }) {
  const { t } = useTexts();
  return (
    <Note
      tone="info"
      live
      action={
        <Button size="sm" onClick={onShow}>
          {t('record.showNewerVersion')}
        </Button>
      }
    >
      {t('record.newer')}
    </Note>
  );
}
