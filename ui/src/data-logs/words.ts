import type { Entity } from '#api/facts.gen.ts';
import { t } from '#i18n/i18n.ts';
import type { Action } from './data-log-search.ts';

/** A word that stands by itself; elsewhere it is part of a sentence. */
const alone = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

export const kindText = (kind: Entity): string => alone(t(`entity.${kind}.one`));
export const actionText = (action: Action): string => alone(t(`act.${action}`));
