import { useState } from 'react';
import { FieldLabel, useField, useFormState, useFormValue, useIsUnchanged } from '#crud/form/form-fields.tsx';
import { useOptionalQuery } from '#crud/read/use-read.ts';
import { TextField } from '#kit/fields/text-field.tsx';
import { Offer, withOffer } from './offer.tsx';

interface Props {
  /** Shows a second field for the initials. */
  initials?: boolean | undefined;
  className?: string | undefined;
}

const ZH_NAME = 'locales/zh-CN/name';
const han = /\p{Script=Han}/u;

/**
 * How the Chinese name sounds; what it gives by itself is offered, never filled in. The dictionary is loaded for a name
 * that is not what is saved, or once somebody goes there.
 */
export function PinyinField({ initials, className }: Props) {
  const locked = useFormState((form) => form.isReadOnly);
  const [visited, setVisited] = useState(false);
  const nameIsSaved = useIsUnchanged(`/${ZH_NAME}`);
  const name = useFormValue(ZH_NAME);
  const wanted = !locked && (visited || !nameIsSaved);
  const chinese = wanted && typeof name === 'string' && han.test(name) ? name.trim() : null;
  const visit = () => setVisited(true);
  const sounds = useOptionalQuery(
    chinese === null ? null : ['pinyin', chinese],
    async () => {
      const { initialsOf, pinyinOf } = await import('#crud/text/pinyin.ts');
      return chinese === null ? undefined : { pinyin: pinyinOf(chinese), initials: initialsOf(chinese) };
    },
    250,
  );
  return (
    <>
      <PronunciationField
        name="pinyin"
        sound={sounds?.pinyin}
        onVisit={visit}
        className={className ?? (initials ? 'col-span-8' : 'col-span-12')}
      />
      {initials && (
        <PronunciationField name="pinyinInitials" sound={sounds?.initials} onVisit={visit} className="col-span-4" />
      )}
    </>
  );
}

interface PronunciationProps {
  name: 'pinyin' | 'pinyinInitials';
  sound: string | undefined;
  onVisit: () => void;
  className: string;
}

function PronunciationField({ name, sound, onVisit, className }: PronunciationProps) {
  const { value, set, error, required, aside, hint, lock } = useField(name);
  const text = typeof value === 'string' ? value : '';
  const offer =
    sound && sound !== text.trim() && !lock ? (
      <Offer from="place.byName" value={sound} onAdopt={() => set(sound)} />
    ) : undefined;
  return (
    <TextField
      name={name}
      label={<FieldLabel pointer={`/${name}`} />}
      value={text}
      onChange={set}
      onFocus={onVisit}
      lock={lock}
      error={withOffer(error, offer)}
      help={offer ?? hint}
      required={required}
      aside={aside}
      className={className}
    />
  );
}
