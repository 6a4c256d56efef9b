import { enums } from '#api/facts.gen.ts';
import { useField, useForm } from '#crud/record/form-context.ts';
import { plainText, pointerText } from '#crud/value-text.ts';
import { Segmented } from '#kit/segmented.tsx';
import { Dot } from '#kit/status-mark.tsx';
import { stateOf, tones } from './verification.ts';

/** The judgement; a record that has none is unverified. */
export function StateField() {
  const { values } = useForm();
  const { set, error, lock } = useField('verification/state');
  return (
    <>
      <Segmented
        aria-label={pointerText('/state')}
        value={stateOf(values)}
        onChange={set}
        lock={lock}
        options={enums.VerificationState.map((state) => ({
          value: state,
          label: plainText('state', state),
          mark: <Dot tone={tones[state]} />,
        }))}
        fill
      />
      {error && <p className="text-xs text-bad-ink">{error}</p>}
    </>
  );
}
