import { useState } from 'react';
import type { Entity } from '#api/facts.gen.ts';
import { entityUi } from '#crud/define-entity.ts';
import { recordOption } from '#crud/record-option.ts';
import { useFindRecords } from '#crud/use-find-records.ts';
import { enumText, pointerText, referencedEntity } from '#crud/value-text.ts';
import { number } from '#i18n/format.ts';
import { useTexts } from '#i18n/i18n.ts';
import { importPermission, type UnmatchedValue } from '#imports/import.ts';
import { ruleName } from '#imports/rule-name.ts';
import type { ImportProps } from '#imports/use-import.ts';
import { Button } from '#kit/buttons/button.tsx';
import { LinkButton } from '#kit/buttons/link-button.tsx';
import { Combobox } from '#kit/choice/combobox-field.tsx';
import { Code } from '#kit/display/chip.tsx';
import { TextInput } from '#kit/fields/text-field.tsx';
import { DrawerSection } from '#kit/layers/drawer.tsx';
import { useSession } from '#session/use-session.ts';

interface Props extends ImportProps {
  value: UnmatchedValue;
  /** Shows the rows that hold it. */
  onShow: () => void;
}

/** One value that matches nothing: what it may be, at one press, and any other that can be chosen or typed. */
export function ValueMatch({ importJob, state, send, value: unmatched, onShow }: Props) {
  const { t, language } = useTexts();
  const { denialReason } = useSession();
  const { column, pointer, rule, value, rows, entity, suggestions } = unmatched;
  const disabledReason = denialReason(importPermission(importJob.entity));
  const busy = state.matches('runningAction');
  const match = (to: string) =>
    send({
      type: 'RUN_ACTION',
      action: {
        type: 'correct',
        body: { alike: { column, from: value, to, rule } },
        doneText: t('imports.correct.done', { count: rows, n: number(rows) }),
        undo: { alike: { column, from: to, to: null, original: value } },
      },
    });
  const schema = entityUi(importJob.entity)?.schema;
  // in a list it stands among others, which a single record would take the place of
  const single = entity !== null && schema !== undefined && referencedEntity(schema, pointer) !== undefined;
  return (
    <DrawerSection>
      <div className="flex items-baseline gap-2">
        <span className="min-w-0 font-mono font-semibold [overflow-wrap:anywhere]">{value}</span>
        <LinkButton className="ml-auto flex-none text-xs" onClick={onShow}>
          {t('imports.values.rows', { count: rows, n: number(rows) })}
        </LinkButton>
      </div>
      <p className="mt-0.5 mb-2 text-xs text-ink-3">
        <span className="font-mono">{column}</span> → {pointerText(pointer)} · {ruleName(rule, language)}
      </p>
      {suggestions.length > 0 && (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset wraps badly in a flex row
        <div
          role="group"
          aria-label={t('imports.values.suggestions', { value })}
          className="mb-2 flex flex-wrap gap-1.5"
        >
          {suggestions.map((one) => (
            <Button
              key={one.value}
              size="sm"
              className="max-w-full"
              disabledReason={disabledReason}
              aria-disabled={busy || undefined}
              onClick={() => match(one.value)}
            >
              {entity === null ? (
                <span className="min-w-0 truncate">{enumText(pointer.slice(1), one.value)}</span>
              ) : (
                <>
                  <Code small>{one.value}</Code>
                  <span className="min-w-0 truncate">{one.name}</span>
                </>
              )}
            </Button>
          ))}
        </div>
      )}
      {!disabledReason &&
        (single ? (
          <OtherRecord kind={entity} label={t('imports.values.other', { value })} onChoose={match} />
        ) : (
          suggestions.length === 0 && (
            <OtherText label={t('imports.values.other', { value })} busy={busy} onChoose={match} />
          )
        ))}
    </DrawerSection>
  );
}

interface OtherProps {
  label: string;
  onChoose: (value: string) => void;
}

function OtherRecord({ kind, label, onChoose }: OtherProps & { kind: Entity }) {
  const { t, language } = useTexts();
  const { records, loading, disabledReason, search: ask } = useFindRecords(kind);
  if (disabledReason) return <OtherText label={label} busy={false} onChoose={onChoose} />;
  return (
    <Combobox
      aria-label={label}
      value={null}
      placeholder={t('imports.values.otherHint')}
      options={records.map((record) => recordOption(record, language))}
      loading={loading}
      onQuery={ask}
      onChange={(code) => code !== null && onChoose(code)}
      clearable={false}
    />
  );
}

function OtherText({ label, busy, onChoose }: OtherProps & { busy: boolean }) {
  const { t } = useTexts();
  const [typed, type] = useState('');
  return (
    <form
      className="flex gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        if (typed !== '' && !busy) onChoose(typed);
      }}
    >
      <TextInput
        aria-label={label}
        value={typed}
        onChange={type}
        placeholder={t('imports.values.type')}
        maxLength={10_000}
      />
      <Button type="submit" busy={busy}>
        {t('imports.correct.save')}
      </Button>
    </form>
  );
}
