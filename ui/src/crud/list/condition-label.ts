import { pointerLabel } from '#crud/text/value-text.ts';
import type { useTexts } from '#i18n/i18n.ts';
import { CONDITION_PARAMETERS } from './list-query.ts';

/** Returns the name of a URL parameter of a list. */
export function conditionLabel(name: string, t: ReturnType<typeof useTexts>['t']): string {
  if (name === 'sort') return t('views.order');
  if (name === 'cols') return t('list.columnsTitle');
  // these name the fields that they are about in their values
  return CONDITION_PARAMETERS.some((list) => list === name) ? t('list.filter') : pointerLabel(`/${name}`);
}
