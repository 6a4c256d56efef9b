import { Link } from '@tanstack/react-router';
import type { Schemas } from '#api/facts.gen.ts';
import { recordLink } from '#crud/define-entity.ts';
import { nameOf } from '#crud/names.ts';
import { Time } from '#crud/time.tsx';
import { pointerText } from '#crud/value-text.ts';
import { useTexts } from '#i18n/i18n.ts';
import { Code } from '#kit/chip.tsx';
import { listKeys } from '#kit/list-keys.ts';
import { Panel } from '#kit/panel.tsx';

type Change = Schemas['RecentChange'];

export function RecentPanel({ changes }: { changes: readonly Change[] }) {
  const { t } = useTexts();
  return (
    <Panel flush title={t('home.recent')}>
      {changes.length === 0 ? (
        <p className="px-4 py-3 text-ink-3">{t('home.recentEmpty')}</p>
      ) : (
        <ul className="py-1" onKeyDown={listKeys}>
          {changes.map((change) => (
            <li key={change.seq}>
              <Entry change={change} />
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}

function Entry({ change }: { change: Change }) {
  const { t, language } = useTexts();
  const { action, changes, proposer } = change;
  const actor = proposer ? t('history.byProposer', { proposer, actor: change.actor }) : change.actor;
  const fields = [...new Set(changes.map(pointerText))].join(t('common.separator'));
  const text =
    action === 'update' && fields
      ? t('home.changedFields', { actor, fields })
      : t('home.changed', { actor, act: t(`act.${action}`) });
  return (
    <Link
      data-item
      {...recordLink(change.entity, change.id)}
      className="grid h-8.25 grid-cols-[96px_124px_minmax(0,3fr)_minmax(0,2fr)] items-center gap-2 px-4 -outline-offset-2 hover:bg-hover"
    >
      <span className="text-xs text-ink-3">
        <Time iso={change.time} />
      </span>
      <span className="overflow-hidden">{change.code !== null && <Code>{change.code}</Code>}</span>
      <span className="cut text-xs">{text}</span>
      <span className="cut text-xs text-ink-3">{nameOf(change, language)}</span>
    </Link>
  );
}
