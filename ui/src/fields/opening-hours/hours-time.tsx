import { TimeInput } from '#kit/time-field.tsx';

interface Props {
  label: string;
  value: string;
  /** of a whole day, whose times are not to be changed */
  whole: boolean;
  /** '' while nothing or half of it stands there */
  onChange: (value: string) => void;
  invalid: boolean;
  describedBy: string | undefined;
  hint: string | undefined;
}

export function HoursTime({ label, value, whole, onChange, invalid, describedBy, hint }: Props) {
  if (whole) {
    return (
      <span className="control control-sm font-mono" data-locked>
        {value}
      </span>
    );
  }
  return (
    <TimeInput
      aria-label={label}
      aria-describedby={describedBy}
      // 24:00 is the midnight that a clock calls 00:00
      value={value === '24:00' ? '00:00' : value || null}
      onChange={(next) => onChange(next ?? '')}
      invalid={invalid}
      hint={hint}
    />
  );
}
