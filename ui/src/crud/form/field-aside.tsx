import { definedFields, type EntityKey } from '#api/metadata.gen.ts';
import { useOptionalQuery } from '#crud/read/use-read.ts';
import { pointerLabel } from '#crud/text/value-text.ts';
import { useTexts } from '#i18n/i18n.ts';
import { Icon } from '#kit/buttons/icon.tsx';
import { Popover } from '#kit/layers/popover.tsx';

interface Props {
  entity: EntityKey | undefined;
  /** The field's name, as useField takes it. */
  name: string;
  isNeededForApproval: boolean;
}

/** What stands to the right of a field's label: whether approval needs the field, and a button that explains it. */
export function FieldAside({ entity, name, isNeededForApproval }: Props) {
  const { t } = useTexts();
  const title = t('form.aboutField', { field: pointerLabel(`/${name}`) });
  const isDefined = entity !== undefined && definedFields[entity].includes(name);
  // an empty element would take a gap beside what else stands there
  if (!isNeededForApproval && !isDefined) return null;
  return (
    <span className="flex items-center gap-1">
      {isNeededForApproval && t('record.neededShort')}
      {isDefined && (
        <Popover
          aria-label={title}
          align="end"
          width={280}
          className="px-3 py-2"
          trigger={
            // without a tooltip, which would cover the explanation while the button has the focus
            <button
              type="button"
              data-about
              // F1 opens it, so that Tab goes from field to field
              tabIndex={-1}
              aria-label={title}
              className="relative rounded-full text-ink-3 hover:text-ink pointer-coarse:-mx-3 pointer-coarse:-mt-5 pointer-coarse:-mb-1 pointer-coarse:px-3 pointer-coarse:pt-5 pointer-coarse:pb-1"
            >
              <Icon name="help" />
            </button>
          }
        >
          <Definition entity={entity} name={name} />
        </Popover>
      )}
    </span>
  );
}

function Definition({ entity, name }: { entity: EntityKey; name: string }) {
  const { language } = useTexts();
  const definitions = useOptionalQuery(['definitions of fields'], async () => {
    const module = await import('#api/metadata/definitions.gen.ts');
    return module.definitions;
  });
  return <p className="min-h-10 text-xs leading-relaxed">{definitions?.[entity][name]?.[language]}</p>;
}
