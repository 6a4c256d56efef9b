import { useTexts } from '#i18n/i18n.ts';
import { Button } from '#kit/button.tsx';
import { Icon } from '#kit/icon.tsx';
import { leavePreview } from '#session/preview.ts';
import { useSession } from '#session/use-session.ts';

/** Over every page while somebody sees with a role's eyes, with the way out. */
export function PreviewBanner() {
  const { t } = useTexts();
  const { user } = useSession();
  if (!user?.preview) return null;
  const [role] = user.roles;
  return (
    <section
      aria-label={t('preview.label')}
      className="flex min-h-10 items-center gap-2 border-b border-info-edge bg-info-soft px-4 py-1"
    >
      <Icon name="eye" className="text-info-ink" />
      <span className="cut font-medium">{t('preview.banner', { role: role?.displayName || role?.name })}</span>
      <span className="flex-none text-ink-2">· {t('preview.readOnlyMark')}</span>
      <Button size="sm" className="ml-auto" onClick={leavePreview}>
        {t('preview.leave')}
      </Button>
    </section>
  );
}
