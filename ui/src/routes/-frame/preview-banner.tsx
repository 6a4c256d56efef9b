import { useTexts } from '#i18n/i18n.ts';
import { Icon } from '#kit/icon.tsx';
import { Tag } from '#kit/tag.tsx';
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
      className="flex min-h-9 items-center gap-2.5 bg-plate px-4 py-1 text-on-plate xl:px-6"
    >
      <Icon name="eye" />
      <span className="cut">{t('preview.banner', { role: role?.displayName || role?.name })}</span>
      <Tag>{t('preview.readOnlyMark')}</Tag>
      <button
        type="button"
        onClick={leavePreview}
        className="ml-auto h-7 flex-none rounded-sm px-2.5 text-xs font-medium inset-ring inset-ring-on-plate/40 hover:bg-on-plate/12 focus-visible:outline-on-plate"
      >
        {t('preview.leave')}
      </button>
    </section>
  );
}
