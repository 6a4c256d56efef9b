import { useRouter } from '@tanstack/react-router';
import { type AnyRecord, type EntityUi, recordLink, type Values } from '#crud/define-entity.ts';
import { editableFields } from '#crud/form/definition/form-definition.ts';
import { absoluteAddress } from '#crud/text/address.ts';
import { copyText } from '#crud/text/copy-text.ts';
import { recordTitle } from '#crud/text/record-names.ts';
import { pointerLabel, valueText } from '#crud/text/value-text.ts';
import { useTexts } from '#i18n/i18n.ts';
import { IconButton } from '#kit/buttons/button.tsx';
import { Menu } from '#kit/layers/menu.tsx';

interface Props {
  entity: EntityUi;
  record: AnyRecord & Values;
}

/** Copies a record as text, as rows for a spreadsheet, as JSON, or its address. */
export function CopyMenu({ entity, record }: Props) {
  const { t, language } = useTexts();
  const router = useRouter();
  const copy = (format: 'text' | 'rows' | 'json' | 'link', content: string) => ({
    id: format,
    label: t(`record.copy.${format}`),
    onSelect: () => copyText(content, record.code ?? recordTitle(entity.key, record, language)),
  });
  const fields = Object.entries(editableFields(record)).map(([name, value]) => ({
    label: pointerLabel(`/${name}`),
    text: valueText(entity.schema, `/${name}`, value),
  }));
  const { href } = router.buildLocation(recordLink(entity.key, record.id));
  return (
    <Menu
      trigger={<IconButton icon="copy" aria-label={t('record.copy.title')} />}
      items={[
        copy('text', fields.map(({ label, text }) => t('record.copy.line', { label, text })).join('\n')),
        copy('rows', toTabSeparated([fields.map(({ label }) => label), fields.map(({ text }) => text)])),
        copy('json', JSON.stringify(record, null, 2)),
        copy('link', absoluteAddress(router, href)),
      ]}
    />
  );
}

/** Joins rows of cells for a spreadsheet, which would run a cell that begins like a formula. */
export const toTabSeparated = (rows: readonly string[][]): string =>
  rows.map((cells) => cells.map(escapeCell).join('\t')).join('\n');

function escapeCell(cell: string): string {
  // removes the bidi isolates that the console puts around names
  const line = cell.replace(/[\u2066-\u2069]/g, '').replace(/\s+/g, ' ');
  if (line.startsWith('"')) return `"${line.replaceAll('"', '""')}"`;
  return /^[=@+\-＝＠＋－]/.test(line) && Number.isNaN(Number(line)) ? `'${line}` : line;
}
