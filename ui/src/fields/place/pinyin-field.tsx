import { readPointer } from '#crud/merge.ts';
import { useField, useForm } from '#crud/record/form-context.ts';
import { pointerText } from '#crud/value-text.ts';
import { useTexts } from '#i18n/i18n.ts';
import { TextField } from '#kit/text-field.tsx';
import { useLazyValue } from './lazy-value.ts';
import { Offer, withOffer } from './offer.tsx';

interface Props {
  /** with the first letters in a field of their own */
  initials?: boolean | undefined;
  className?: string | undefined;
}

const han = /\p{Script=Han}/u;

/** How the Chinese name sounds; what it gives by itself is offered, never filled in. */
export function PinyinField({ initials, className }: Props) {
  const { values } = useForm();
  const name = readPointer(values, '/locales/zh-CN/name');
  const chinese = typeof name === 'string' && han.test(name) ? name.trim() : null;
  const sounds = useLazyValue(
    chinese,
    async () => {
      const { initialsOf, pinyinOf } = await import('./pinyin.ts');
      return chinese === null ? undefined : { pinyin: pinyinOf(chinese), initials: initialsOf(chinese) };
    },
    250,
  );
  return (
    <>
      <SoundField
        name="pinyin"
        sound={sounds?.pinyin}
        className={className ?? (initials ? 'col-span-8' : 'col-span-12')}
      />
      {initials && <SoundField name="pinyinInitials" sound={sounds?.initials} className="col-span-4" />}
    </>
  );
}

interface SoundProps {
  name: 'pinyin' | 'pinyinInitials';
  sound: string | undefined;
  className: string;
}

function SoundField({ name, sound, className }: SoundProps) {
  const { t } = useTexts();
  const { value, set, error, required, neededForApproval, hint, lock } = useField(name);
  const text = typeof value === 'string' ? value : '';
  const offer =
    sound && sound !== text.trim() && !lock ? (
      <Offer from="place.byName" value={sound} onAdopt={() => set(sound)} />
    ) : undefined;
  return (
    <TextField
      name={name}
      label={pointerText(`/${name}`)}
      value={text}
      onChange={set}
      lock={lock}
      error={withOffer(error, offer)}
      help={offer ?? hint}
      required={required}
      aside={neededForApproval && !required ? t('record.neededShort') : undefined}
      className={className}
    />
  );
}
