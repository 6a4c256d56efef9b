import type { Problem } from '#api/problem.ts';
import { viewDay } from '#crud/read/viewed-day.ts';
import { useTexts } from '#i18n/i18n.ts';
import { Button } from '#kit/buttons/button.tsx';
import { EmptyState } from '#kit/messages/empty-state.tsx';
import { viewedDay } from '#session/viewed-day.ts';
import { conditionLabel } from './use-list.ts';

const TIMES_OF_UPDATE = ['updatedFrom', 'updatedTo'];

interface Props {
  problem: Problem;
  /** Removes these URL parameters. */
  onRemove: (parameters: string[]) => void;
}

/** Says in place of a list what it cannot show of another day, and how to go on. */
export function NotOnDay({ problem: { fields }, onRemove }: Props) {
  const { t } = useTexts();
  const day = viewedDay() ?? '';
  const parameters = fields
    .filter(({ rule }) => rule === 'notAsOf')
    .map(({ pointer }) => pointer.replace('/query/', ''))
    .map((name) => (TIMES_OF_UPDATE.includes(name) ? 'updated' : name));
  const names = [...new Set(parameters)];
  const leave = (
    <Button icon="logout" variant={names.length > 0 ? 'ghost' : 'secondary'} onClick={() => viewDay(null)}>
      {t('list.backToNow')}
    </Button>
  );
  if (names.length === 0)
    return <EmptyState icon="history" title={t('list.noSuchDay', { day })} text={fields[0]?.message} actions={leave} />;
  const labels = names.map((name) => (name === 'q' ? t('list.searchLabel') : conditionLabel(name, t)));
  return (
    <EmptyState
      icon="history"
      title={t('list.notOnDay', { day, conditions: labels.join(t('common.separator')) })}
      text={t('list.notOnDayText')}
      actions={
        <>
          <Button onClick={() => onRemove(names)}>{t('list.removeConditions')}</Button>
          {leave}
        </>
      }
    />
  );
}
