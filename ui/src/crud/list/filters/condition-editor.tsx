import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import type { EntityKey } from '#api/metadata.gen.ts';
import type { FilterSpec, Operator } from '#crud/define-entity.ts';
import type { Condition } from '#crud/list/list-query.ts';
import { parseNumberRange } from '#crud/list/list-search.ts';
import { useFindRecords } from '#crud/read/use-find-records.ts';
import { recordOption } from '#crud/record-option.ts';
import { cachedName, useRecordNameUpdates } from '#crud/text/record-name-cache.ts';
import { pointerLabel } from '#crud/text/value-text.ts';
import { useTexts } from '#i18n/i18n.ts';
import { formatDayRange, parseDayRange } from '#i18n/viewer-days.ts';
import { Button } from '#kit/buttons/button.tsx';
import { Icon } from '#kit/buttons/icon.tsx';
import type { Option } from '#kit/choice/option.tsx';
import { TextField } from '#kit/fields/text-field.tsx';
import { type FilterField, FilterValues } from '#kit/lists/filter-values.tsx';
import { moveFocusByArrows } from '#kit/lists/move-focus-by-arrows.ts';
import { DaysEditor } from './days-filter.tsx';
import { filterOption } from './filter-option.ts';
import { TextFilterEditor } from './text-filter-editor.tsx';

interface Props {
  spec: FilterSpec;
  condition: Condition | undefined;
  onChange: (condition: Condition | undefined) => void;
  close: () => void;
}

/** Chooses how a field is compared, and with which values. */
export function ConditionEditor(props: Props) {
  const { spec, condition, onChange, close } = props;
  const { operators } = spec;
  const [operator, setOperator] = useState<Operator | undefined>(condition?.operator ?? operators[0]);
  const [isChoosing, setChoosing] = useState(false);
  if (isChoosing || !operator || operator === 'empty' || operator === 'filled') {
    return (
      <OperatorList
        operators={operators}
        chosen={condition?.operator ?? (isChoosing ? operator : undefined)}
        onChoose={(next) => {
          setOperator(next);
          setChoosing(false);
          if (next === 'empty' || next === 'filled') {
            onChange({ operator: next, values: [] });
            return close();
          }
          // values chosen before stay, compared in the new way
          const values = condition?.operator === 'between' ? [] : (condition?.values ?? []);
          if (next !== 'between' && values.length > 0 && (next !== 'is' || values.length === 1))
            onChange({ operator: next, values });
        }}
      />
    );
  }
  return (
    <>
      {operators.length > 1 && <OperatorButton operator={operator} onClick={() => setChoosing(true)} />}
      <ValuesEditor {...props} operator={operator} />
    </>
  );
}

function OperatorButton({ operator, onClick }: { operator: Operator; onClick: () => void }) {
  const { t } = useTexts();
  return (
    <div className="border-b border-line p-1">
      <button
        type="button"
        data-item
        aria-label={t('list.operatorLabel', { operator: t(`list.operator.${operator}`) })}
        onClick={onClick}
        className="layer-item text-ink-2 hover:bg-active focus-visible:outline-offset-[-2px]"
      >
        {t(`list.operator.${operator}`)}
        <Icon name="chevron-down" size={14} className="text-ink-3" />
      </button>
    </div>
  );
}

interface OperatorListProps {
  operators: readonly Operator[];
  chosen: Operator | undefined;
  onChoose: (operator: Operator) => void;
}

function OperatorList({ operators, chosen, onChoose }: OperatorListProps) {
  const { t } = useTexts();
  const list = useRef<HTMLUListElement>(null);
  // the button that opened the list is gone
  useEffect(() => {
    const buttons = list.current?.querySelectorAll('button');
    (list.current?.querySelector<HTMLElement>('[aria-pressed=true]') ?? buttons?.[0])?.focus();
  }, []);
  return (
    <ul ref={list} className="p-1" onKeyDown={moveFocusByArrows}>
      {operators.map((operator) => (
        <li key={operator}>
          <button
            type="button"
            data-item
            aria-pressed={operator === chosen}
            onClick={() => onChoose(operator)}
            className="layer-item hover:bg-active focus-visible:outline-offset-[-2px]"
          >
            {t(`list.operator.${operator}`)}
            {operator === chosen && <Icon name="check" size={14} className="ml-auto text-accent-ink" />}
          </button>
        </li>
      ))}
    </ul>
  );
}

function ValuesEditor({ spec, condition, onChange, close, operator }: Props & { operator: Operator }): ReactNode {
  const { id, range } = spec;
  const [text = ''] = condition?.operator === 'between' ? condition.values : [];
  if (operator === 'between' && range === 'number') {
    return (
      <NumberRangeEditor
        label={pointerLabel(`/${id}`)}
        range={text}
        onChoose={(next) => {
          onChange({ operator, values: [next] });
          close();
        }}
      />
    );
  }
  if (operator === 'between') {
    return (
      <DaysEditor
        range={parseDayRange(text)}
        onChoose={(days) => {
          const next = formatDayRange(days);
          onChange(next === undefined ? undefined : { operator, values: [next] });
          close();
        }}
      />
    );
  }
  return <ChosenValues spec={spec} condition={condition} onChange={onChange} close={close} operator={operator} />;
}

/** Chooses values: a single one applies at once, several together, as the menu would move with every change of the filters. */
function ChosenValues({ spec, condition, onChange, close, operator }: Props & { operator: Operator }) {
  const { id, entity: kind, values: choices } = spec;
  const { t } = useTexts();
  const [chosen, setChosen] = useState<readonly string[]>(condition?.values ?? []);
  const multiple = operator !== 'is';
  const apply = (values: readonly string[]) => onChange(values.length > 0 ? { operator, values } : undefined);
  const field: FilterField = { id, label: pointerLabel(`/${id}`), values: chosen, multiple, onChange: apply };
  if (!kind && !choices) return <TextFilterEditor field={field} close={close} />;
  const valuesField = multiple ? { ...field, onChange: setChosen } : field;
  return (
    <>
      {kind ? (
        <ReferenceValues kind={kind} field={valuesField} close={close} />
      ) : (
        <FilterValues
          field={{ ...valuesField, options: choices?.map((choice) => filterOption(spec, choice)) }}
          close={close}
        />
      )}
      {multiple && (
        <div className="flex justify-end border-t border-line p-2">
          <Button
            variant="primary"
            onClick={() => {
              apply(chosen);
              close();
            }}
          >
            {t('common.confirm')}
          </Button>
        </div>
      )}
    </>
  );
}

interface ReferenceValuesProps {
  kind: EntityKey;
  field: FilterField;
  close: () => void;
}

/** Chooses records to filter by: the chosen and the first ones are offered at once, any other is found by typing. */
function ReferenceValues({ kind, field, close }: ReferenceValuesProps) {
  const { language } = useTexts();
  const { records, loading, problem, disabledReason, search: searchRecords } = useFindRecords(kind);
  const [query, setQuery] = useState('');
  // those chosen when the editor opened stay on top, so that no line moves under the pointer
  const [chosen] = useState(field.values);
  useRecordNameUpdates();
  // biome-ignore lint/correctness/useExhaustiveDependencies: asks once, when it opens
  useEffect(() => searchRecords(''), []);
  if (disabledReason || problem) return <p className="p-3 text-ink-3">{disabledReason || problem}</p>;
  const found = records.map((record) => recordOption(record, language));
  const chosenOptions = chosen.map(
    (code): Option =>
      found.find(({ value }) => value === code) ?? { value: code, label: cachedName(kind, code, language) ?? '', code },
  );
  const options = query === '' ? [...chosenOptions, ...found.filter(({ value }) => !chosen.includes(value))] : found;
  const onQuery = (text: string) => {
    setQuery(text);
    searchRecords(text);
  };
  return <FilterValues field={{ ...field, options, onQuery, loading }} close={close} />;
}

interface NumberRangeEditorProps {
  label: string;
  range: string;
  onChoose: (range: string) => void;
}

/** A first and a last number, either of which may be left out. */
function NumberRangeEditor({ label, range, onChoose }: NumberRangeEditorProps) {
  const { t } = useTexts();
  const initial = parseNumberRange(range);
  const [from, setFrom] = useState(initial?.from ?? '');
  const [to, setTo] = useState(initial?.to ?? '');
  const [isRefused, setRefused] = useState(false);
  const headingId = useId();
  const chosen = `${from.trim()}..${to.trim()}`;
  const error = isRefused && !parseNumberRange(chosen) ? rangeFault(from.trim(), to.trim()) : undefined;
  return (
    <form
      aria-labelledby={headingId}
      className="flex flex-col gap-2 p-3"
      onSubmit={(event) => {
        event.preventDefault();
        setRefused(true);
        if (parseNumberRange(chosen)) onChoose(chosen);
      }}
    >
      <span id={headingId} className="sr-only">
        {label}
      </span>
      <div className="grid grid-cols-2 gap-2">
        <TextField label={t('list.from')} value={from} onChange={setFrom} mono inputMode="decimal" tight autoFocus />
        <TextField label={t('list.to')} value={to} onChange={setTo} mono inputMode="decimal" tight />
      </div>
      {error && (
        <p role="alert" className="text-xs text-bad-ink">
          {t(`list.${error}`)}
        </p>
      )}
      <Button type="submit" variant="primary" className="self-end">
        {t('common.confirm')}
      </Button>
    </form>
  );
}

/** Says why a range that cannot be parsed is refused. */
function rangeFault(from: string, to: string): 'numberExpected' | 'rangeReversed' {
  const isNumber = (text: string) => text === '' || parseNumberRange(`${text}..`) !== undefined;
  return (from || to) && isNumber(from) && isNumber(to) ? 'rangeReversed' : 'numberExpected';
}
