import { Link } from '@tanstack/react-router';
import type { EntityKey, Schemas } from '#api/metadata.gen.ts';
import { recordLink, referringListLink } from '#crud/define-entity.ts';
import { groupReferringRecords } from '#crud/reference-groups.ts';
import { cachedName, useRecordNameUpdates } from '#crud/text/record-name-cache.ts';
import { number } from '#i18n/format.ts';
import { useTexts } from '#i18n/i18n.ts';
import { linkClass } from '#kit/buttons/link-button.tsx';
import { Code } from '#kit/display/code.tsx';
import { useSession } from '#session/use-session.ts';

const sum = (counts: number[]) => counts.reduce((total, count) => total + count, 0);

interface Props {
  /** The entity of the referenced record. */
  entity: EntityKey;
  code: string | undefined;
  references: Schemas['References'];
}

/** Lists the records that refer to a record, grouped by entity, with links to each record and to the filtered list. */
export function ReferringRecordList({ entity: referencedEntity, code: referencedCode, references }: Props) {
  const { t, language } = useTexts();
  useRecordNameUpdates();
  const { can } = useSession();
  const groups = groupReferringRecords(references);
  const readableGroups = groups.filter(({ entity }) => can(`${entity}:read`));
  const [total, listedCount] = [
    sum(readableGroups.map((group) => group.total)),
    sum(readableGroups.map((group) => group.items.length)),
  ];
  return (
    <div className="flex max-h-70 flex-col gap-3 overflow-y-auto">
      {groups.map(({ entity, total: groupTotal, items }) => {
        const isReadable = can(`${entity}:read`);
        const listLink =
          referencedCode === undefined || !isReadable
            ? undefined
            : referringListLink(entity, referencedEntity, referencedCode);
        return (
          <section key={entity}>
            <h3 className="mb-1 flex text-xs text-ink-3">
              <span className="pr-1">{t(`entity.${entity}.many`)}</span>
              {number(groupTotal)}
              {listLink && (
                <Link {...listLink} className={`ml-auto ${linkClass}`}>
                  {t('record.referencesAll')}
                </Link>
              )}
            </h3>
            {!isReadable && <p className="text-xs text-ink-3">{t('record.referencesHidden')}</p>}
            <ul className="flex flex-col gap-1">
              {items.map(({ id, code, name }) => (
                <li key={id} className="flex min-h-6 items-center gap-2 pointer-coarse:min-h-10">
                  {code && <Code small>{code}</Code>}
                  <Link {...recordLink(entity, id)} className={`min-w-0 truncate ${linkClass}`}>
                    {(code && cachedName(entity, code, language)) || name}
                  </Link>
                </li>
              ))}
            </ul>
          </section>
        );
      })}
      {total > listedCount && (
        <p className="text-xs text-ink-3">
          {t('record.referencesCut', { shown: number(listedCount), total: number(total) })}
        </p>
      )}
    </div>
  );
}
