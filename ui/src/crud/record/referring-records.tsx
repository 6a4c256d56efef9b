import type { EntityKey, Schemas } from '#api/metadata.gen.ts';
import { groupReferringRecords } from '#crud/reference-groups.ts';
import { number } from '#i18n/format.ts';
import { useTexts } from '#i18n/i18n.ts';
import { LinkButton } from '#kit/buttons/link-button.tsx';
import { Popover } from '#kit/layers/popover.tsx';
import { ReferringRecordList } from './referring-record-list.tsx';

interface Props {
  entity: EntityKey;
  code: string | undefined;
  references: Schemas['References'];
}

/** The number of records of each entity that refer to a record (城市 4 · 机场 2), each with a popover that lists them. */
export function ReferringRecords(props: Props) {
  const { t } = useTexts();
  if (props.references.total === 0) return t('record.noReferences');
  return (
    <span className="flex flex-wrap gap-x-2">
      {groupReferringRecords(props.references).map(({ entity, total, items }) => (
        <ReferencePopover
          key={entity}
          {...props}
          references={{ total, totals: { [entity]: total }, items }}
          label={`${t(`entity.${entity}.many`)} ${number(total)}`}
        />
      ))}
    </span>
  );
}

function ReferencePopover({ label, ...list }: Props & { label: string }) {
  const { t } = useTexts();
  return (
    <Popover
      aria-label={t('record.references')}
      align="end"
      width={300}
      className="p-3"
      trigger={<LinkButton>{label}</LinkButton>}
    >
      <ReferringRecordList {...list} />
    </Popover>
  );
}
