import { Link } from '@tanstack/react-router';
import type { Entity, Schemas } from '#api/facts.gen.ts';
import { recordLink, referringPlace } from '#crud/define-entity.ts';
import { labelName, useLabels } from '#crud/labels.ts';
import { groupReferences } from '#crud/reference-groups.ts';
import { number } from '#i18n/format.ts';
import { useTexts } from '#i18n/i18n.ts';
import { linkClass } from '#kit/buttons/link-button.tsx';
import { Code } from '#kit/display/chip.tsx';
import { useSession } from '#session/use-session.ts';

const sum = (counts: number[]) => counts.reduce((all, count) => all + count, 0);

interface Props {
  /** What they refer to. */
  kind: Entity;
  code: string | undefined;
  references: Schemas['References'];
}

/** The records that refer to this one, kind by kind: each a link to its place, and one to all of a kind in its list. */
export function ReferenceList({ kind: target, code: referred, references }: Props) {
  const { t, language } = useTexts();
  useLabels();
  const { can } = useSession();
  const groups = groupReferences(references);
  const listable = groups.filter(({ kind }) => can(`${kind}:read`));
  const [total, listed] = [sum(listable.map((group) => group.total)), sum(listable.map((group) => group.items.length))];
  return (
    <div className="flex max-h-70 flex-col gap-3 overflow-y-auto">
      {groups.map(({ kind, total: all, items: found }) => {
        const readable = can(`${kind}:read`);
        const place = referred === undefined || !readable ? undefined : referringPlace(kind, target, referred);
        return (
          <section key={kind}>
            <h3 className="mb-1 flex text-xs text-ink-3">
              <span className="pr-1">{t(`entity.${kind}.many`)}</span>
              {number(all)}
              {place && (
                <Link {...place} className={`ml-auto ${linkClass}`}>
                  {t('record.referencesAll')}
                </Link>
              )}
            </h3>
            {!readable && <p className="text-xs text-ink-3">{t('record.referencesHidden')}</p>}
            <ul className="flex flex-col gap-1">
              {found.map(({ id, code, name }) => (
                <li key={id} className="flex min-h-6 items-center gap-2">
                  {code && <Code small>{code}</Code>}
                  <Link {...recordLink(kind, id)} className={`min-w-0 truncate ${linkClass}`}>
                    {(code && labelName(kind, code, language)) || name}
                  </Link>
                </li>
              ))}
            </ul>
          </section>
        );
      })}
      {total > listed && (
        <p className="text-xs text-ink-3">
          {t('record.referencesCut', { shown: number(listed), total: number(total) })}
        </p>
      )}
    </div>
  );
}
