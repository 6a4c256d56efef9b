import type { ReactNode } from 'react';
import { ruleText } from '#api/texts.ts';
import { FieldLabel, useField } from '#crud/form/form-fields.tsx';
import { useTexts } from '#i18n/i18n.ts';
import { Field } from '#kit/fields/field.tsx';
import { FieldContext, useFieldControl } from '#kit/fields/field-context.ts';
import { TextInput } from '#kit/fields/text-field.tsx';
import { type Axis, formatDecimal, formatDms } from '#kit/values/coordinates.ts';
import { parseCoordinate } from '#kit/values/parse-coordinates.ts';
import { limits } from './record-point.ts';

export type Notation = 'decimal' | 'dms';

interface Props {
  axis: Axis;
  notation: Notation;
  /** The typed text while the field is being edited. */
  typed: string | undefined;
  onType: (text: string) => void;
  onLeave: () => void;
  /** A warning that does not prevent saving, shown at one of the two fields. */
  odd: boolean;
  warning: string | undefined;
}

/** A field for a coordinate in one notation, with the other notation beside the label. */
export function CoordinateField({ axis, notation, typed, onType, onLeave, odd, warning }: Props) {
  const { t, language } = useTexts();
  const { value, set, error, required, aside, explanation, lock } = useField(axis);
  const written = (how: Notation) =>
    typeof value !== 'number' ? '' : how === 'dms' ? formatDms(value, axis) : formatDecimal(value);
  const isWithinLimits = typeof value === 'number' && Math.abs(value) <= limits[axis];
  const other = isWithinLimits ? written(notation === 'dms' ? 'decimal' : 'dms') : '';

  function ownError(): string | undefined {
    if (typed !== undefined || value === null || value === undefined || isWithinLimits) return undefined;
    if (typeof value !== 'number') return t('place.unreadable');
    return ruleText(value < 0 ? 'minimum' : 'maximum', language, { limit: limits[axis] * Math.sign(value) });
  }
  return (
    <Field
      label={<FieldLabel pointer={`/${axis}`} />}
      required={required}
      error={ownError() ?? error}
      warning={warning}
      aside={other ? <ValueAside value={other} explanation={explanation} /> : aside}
    >
      <Toned odd={odd}>
        <TextInput
          name={axis}
          mono
          lock={lock}
          value={typed ?? (typeof value === 'string' ? value : written(notation))}
          onChange={(text) => {
            onType(text);
            set(toValue(text, axis));
          }}
          onBlur={onLeave}
          adornment={notation === 'decimal' ? '°' : undefined}
        />
      </Toned>
    </Field>
  );
}

/** Parses a typed coordinate; invalid text is kept, so that validation reports it. */
function toValue(text: string, axis: Axis): number | string | null {
  if (text.trim() === '') return null;
  const number = Number(text);
  return parseCoordinate(text, axis) ?? (Number.isNaN(number) ? text : number);
}

function Toned({ odd, children }: { odd: boolean; children: ReactNode }) {
  const { field } = useFieldControl();
  return (
    <FieldContext value={field && { ...field, tone: field.tone ?? (odd ? 'warn' : undefined) }}>
      {children}
    </FieldContext>
  );
}

/** What a value is in another form, beside its label, and the explanation of the field. */
export const ValueAside = ({ value, explanation }: { value: string; explanation: ReactNode }) => (
  <span className="flex items-center gap-1.5">
    <span className="font-mono text-2xs">{value}</span>
    {explanation}
  </span>
);
