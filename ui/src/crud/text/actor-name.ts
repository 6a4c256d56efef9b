import { t } from '#i18n/i18n.ts';

/** The name in whose place the log has what no person did. */
const SYSTEM = 'system';

/** Names who made a change within a sentence. */
export const actorName = (actor: string): string => (actor === SYSTEM ? t('common.system') : actor);
