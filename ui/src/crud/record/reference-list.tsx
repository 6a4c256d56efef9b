import { Link } from '@tanstack/react-router';
import type { Schemas } from '#api/facts.gen.ts';
import { placeOf } from '#crud/define-entity.ts';
import { groupReferences } from '#crud/reference-groups.ts';
import { number } from '#i18n/format.ts';
import { useTexts } from '#i18n/i18n.ts';
import { Code } from '#kit/chip.tsx';
import { linkClass } from '#kit/link-button.tsx';

/** The records that refer to this one, kind by kind, each a link to its place. */
export function ReferenceList({ references: { total, items } }: { references: Schemas['References'] }) {
  const { t } = useTexts();
  const whole = total === items.length;
  return (
    <div className="flex max-h-72 flex-col gap-3 overflow-y-auto">
      {groupReferences(items).map(({ kind, items: found }) => (
        <section key={kind}>
          <h3 className="mb-1 text-xs text-ink-3">
            {t(`entity.${kind}.many`)} {whole && number(found.length)}
          </h3>
          <ul className="flex flex-col gap-1">
            {found.map(({ id, code, name }) => (
              <li key={id} className="flex min-h-6 items-center gap-2">
                {code && <Code small>{code}</Code>}
                <Link {...placeOf(kind, id)} className={`cut ${linkClass}`}>
                  {name}
                </Link>
              </li>
            ))}
          </ul>
        </section>
      ))}
      {!whole && (
        <p className="text-xs text-ink-3">
          {t('record.referencesCut', { shown: number(items.length), total: number(total) })}
        </p>
      )}
    </div>
  );
}
