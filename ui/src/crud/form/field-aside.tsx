import { definitions, type Entity } from '#api/facts.gen.ts';
import { pointerText } from '#crud/value-text.ts';
import { useTexts } from '#i18n/i18n.ts';
import { Icon } from '#kit/buttons/icon.tsx';
import { Popover } from '#kit/layers/popover.tsx';

interface Props {
  entity: Entity | undefined;
  /** The field's name, as useField takes it. */
  name: string;
  isNeededForApproval: boolean;
}

/** What stands to the right of a field's label: whether approval needs the field, and a button that explains it. */
export function FieldAside({ entity, name, isNeededForApproval }: Props) {
  const { t, language } = useTexts();
  const definition = entity && definitions[entity][name]?.[language];
  const title = t('form.aboutField', { field: pointerText(`/${name}`) });
  return (
    <span className="flex items-center gap-1">
      {isNeededForApproval && t('record.neededShort')}
      {definition && (
        <Popover
          aria-label={title}
          align="end"
          width={280}
          className="px-3 py-2"
          trigger={
            <button
              type="button"
              data-about
              // F1 opens it, so that Tab goes from field to field
              tabIndex={-1}
              title={title}
              aria-label={title}
              className="relative rounded-full text-ink-3 before:absolute before:-inset-1 hover:text-ink pointer-coarse:before:-inset-3"
            >
              <Icon name="help" size={14} />
            </button>
          }
        >
          <p className="text-xs leading-relaxed">{definition}</p>
        </Popover>
      )}
    </span>
  );
}
