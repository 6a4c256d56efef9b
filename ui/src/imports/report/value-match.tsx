import { useState } from 'react';
import type { EntityKey } from '#api/metadata.gen.ts';
import { entityUi } from '#crud/define-entity.ts';
import { useFindRecords } from '#crud/read/use-find-records.ts';
import { recordOption } from '#crud/record-option.ts';
import { pointerLabel, referencedEntity, scalarText } from '#crud/text/value-text.ts';
import { number } from '#i18n/format.ts';
import { useTexts } from '#i18n/i18n.ts';
import { importPermission, type UnmatchedValue } from '#imports/import.ts';
import { ruleName } from '#imports/rule-name.ts';
import type { ImportProps } from '#imports/use-import.ts';
import { Button } from '#kit/buttons/button.tsx';
import { LinkButton } from '#kit/buttons/link-button.tsx';
import { Combobox } from '#kit/choice/combobox-field.tsx';
import { Code } from '#kit/display/code.tsx';
import { TextInput } from '#kit/fields/text-field.tsx';
import { DrawerSection } from '#kit/layers/drawer.tsx';
import { useSession } from '#session/use-session.ts';

interface Props extends ImportProps {
  value: UnmatchedValue;
  /** Shows the rows that contain the value. */
  onShowRows: () => void;
}

/** An unmatched value with suggestions, and a field for any other value. */
export function ValueMatch({ importJob, state, send, value: unmatched, onShowRows }: Props) {
  const { t, language } = useTexts();
  const { denialReason } = useSession();
  const { column, pointer, rule, value, rows, entity, suggestions } = unmatched;
  const disabledReason = denialReason(importPermission(importJob.entity));
  const busy = state.matches('runningAction');
  const correctValue = (to: string) =>
    send({
      type: 'RUN_ACTION',
      action: {
        type: 'correct',
        body: { alike: { column, from: value, to, rule } },
        doneText: t('imports.correct.done', { count: rows, n: number(rows) }),
        undo: {
          type: 'correct',
          body: { alike: { column, from: to, to: null, original: value } },
          doneText: t('imports.correct.undone'),
        },
      },
    });
  const schema = entityUi(importJob.entity)?.schema;
  // a cell with a list of references cannot be replaced by a single record
  const isSingleReference = entity !== null && schema !== undefined && referencedEntity(schema, pointer) !== undefined;
  return (
    <DrawerSection>
      <div className="flex items-baseline gap-2">
        <span className="min-w-0 font-mono font-semibold wrap-anywhere">{value}</span>
        <LinkButton className="ml-auto flex-none text-xs" onClick={onShowRows}>
          {t('imports.values.rows', { count: rows, n: number(rows) })}
        </LinkButton>
      </div>
      <p className="mt-0.5 mb-2 text-xs text-ink-3">
        <span className="font-mono">{column}</span> → {pointerLabel(pointer)} · {ruleName(rule, language)}
      </p>
      {suggestions.length > 0 && (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset wraps badly in a flex row
        <div
          role="group"
          aria-label={t('imports.values.suggestions', { value })}
          className="mb-2 flex flex-wrap gap-1.5"
        >
          {suggestions.map((suggestion) => (
            <Button
              key={suggestion.value}
              size="sm"
              className="max-w-full"
              disabledReason={disabledReason}
              aria-disabled={busy || undefined}
              onClick={() => correctValue(suggestion.value)}
            >
              {entity === null ? (
                <span className="min-w-0 truncate">{scalarText(pointer.slice(1), suggestion.value)}</span>
              ) : (
                <>
                  <Code small>{suggestion.value}</Code>
                  <span className="min-w-0 truncate">{suggestion.name}</span>
                </>
              )}
            </Button>
          ))}
        </div>
      )}
      {!disabledReason &&
        (isSingleReference ? (
          <OtherRecordField entity={entity} label={t('imports.values.other', { value })} onChoose={correctValue} />
        ) : (
          suggestions.length === 0 && (
            <OtherTextField label={t('imports.values.other', { value })} busy={busy} onChoose={correctValue} />
          )
        ))}
    </DrawerSection>
  );
}

interface OtherValueProps {
  label: string;
  onChoose: (value: string) => void;
}

function OtherRecordField({ entity, label, onChoose }: OtherValueProps & { entity: EntityKey }) {
  const { t, language } = useTexts();
  const { records, loading, disabledReason, search } = useFindRecords(entity);
  if (disabledReason) return <OtherTextField label={label} busy={false} onChoose={onChoose} />;
  return (
    <Combobox
      aria-label={label}
      value={null}
      placeholder={t('imports.values.otherHint')}
      options={records.map((record) => recordOption(record, language))}
      loading={loading}
      onQuery={search}
      onChange={(code) => code !== null && onChoose(code)}
      clearable={false}
    />
  );
}

function OtherTextField({ label, busy, onChoose }: OtherValueProps & { busy: boolean }) {
  const { t } = useTexts();
  const [text, setText] = useState('');
  return (
    <form
      className="flex gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        if (text !== '' && !busy) onChoose(text);
      }}
    >
      <TextInput aria-label={label} value={text} onChange={setText} placeholder={t('imports.values.type')} />
      <Button type="submit" busy={busy}>
        {t('imports.correct.save')}
      </Button>
    </form>
  );
}
