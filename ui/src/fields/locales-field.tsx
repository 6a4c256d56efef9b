import { useState } from 'react';
import {
  FieldLabel,
  UpcomingFieldValue,
  useErrorMessage,
  useFormState,
  useFormValue,
  useSetValue,
} from '#crud/form/form-fields.tsx';
import { canonicalTag, languageName } from '#i18n/display-name.ts';
import { useTexts } from '#i18n/i18n.ts';
import { Button, IconButton } from '#kit/buttons/button.tsx';
import { ListError } from '#kit/fields/field.tsx';
import { TextField, TextInput } from '#kit/fields/text-field.tsx';
import { CancelButton } from '#kit/layers/cancel-button.tsx';
import { Dialog } from '#kit/layers/dialog.tsx';
import { FormSection } from './form-section.tsx';

const always = ['zh-CN', 'en'];

/** A section for names and aliases in Chinese, English and any other language by its tag. */
export function LocalesField() {
  const { t } = useTexts();
  const locked = useFormState((form) => form.isReadOnly);
  const change = useSetValue();
  // joined to a string, which is a stable value for the selector
  const otherTags = useFormState(({ values }) =>
    Object.keys((values.locales ?? {}) as object)
      .filter((tag) => !always.includes(tag))
      .join(' '),
  );
  const [adding, setAdding] = useState(false);
  const tags = [...always, ...otherTags.split(' ').filter(Boolean)];
  return (
    <FormSection
      title="field.locales"
      aside={
        !locked && (
          <Button variant="ghost" size="sm" icon="plus" className="-mr-2" onClick={() => setAdding(true)}>
            {t('record.addLanguage')}
          </Button>
        )
      }
    >
      {tags.map((tag) => (
        <LocaleField
          key={tag}
          tag={tag}
          onRemove={always.includes(tag) ? undefined : () => change(`/locales/${tag}`, undefined)}
        />
      ))}
      <AddLanguage
        open={adding}
        taken={tags}
        onClose={() => setAdding(false)}
        onAdd={(tag) => change(`/locales/${tag}`, { name: '' })}
      />
    </FormSection>
  );
}

interface Props {
  open: boolean;
  taken: readonly string[];
  onClose: () => void;
  onAdd: (tag: string) => void;
}

/** An input for the tag of another language. */
function AddLanguage({ open, taken, onClose, onAdd }: Props) {
  const { t, language } = useTexts();
  const [tag, setTag] = useState('');
  const [tried, setTried] = useState(false);
  const canonical = canonicalTag(tag.trim());
  const present = canonical !== undefined && taken.some((one) => (canonicalTag(one) ?? one) === canonical);
  const error = present ? t('record.languageTaken') : t('record.languageTagHelp');

  function close(): void {
    setTag('');
    setTried(false);
    onClose();
  }
  function add(): void {
    setTried(true);
    if (canonical === undefined || present) return;
    onAdd(canonical);
    close();
  }
  return (
    <Dialog
      open={open}
      onClose={close}
      isChanged={tag.trim() !== ''}
      title={t('record.addLanguage')}
      footer={
        <>
          <CancelButton />
          <Button variant="primary" onClick={add}>
            {t('common.add')}
          </Button>
        </>
      }
    >
      <TextField
        label={t('record.languageTag')}
        value={tag}
        onChange={setTag}
        mono
        autoFocus
        help={canonical ? languageName(canonical, language) : t('record.languageTagHelp')}
        error={tried && (!canonical || present) ? error : undefined}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
          event.preventDefault();
          add();
        }}
      />
    </Dialog>
  );
}

interface LocaleFieldProps {
  tag: string;
  onRemove?: (() => void) | undefined;
}

/** The fields for a record's name and aliases in one language. */
function LocaleField({ tag, onRemove }: LocaleFieldProps) {
  const { t, language } = useTexts();
  const pointer = `/locales/${tag}`;
  const locked = useFormState((form) => form.isReadOnly);
  const change = useSetValue();
  const name = useFormValue(`locales/${tag}/name`);
  const stored = useFormValue(`locales/${tag}/aliases`);
  const aliases = Array.isArray(stored) ? stored.map(String) : [];
  const nameError = useErrorMessage(`${pointer}/name`);
  const ownError = useFormState(({ errors }) => errors.find((error) => error.pointer === pointer)?.message);
  const aliasError = useErrorMessage(`${pointer}/aliases`);

  function setName(next: string): void {
    // clearing a language that is not saved is no change
    if (next === '' && aliases.length === 0 && !onRemove) change(pointer, undefined);
    else change(pointer, { name: next, ...(aliases.length > 0 ? { aliases } : {}) });
  }
  const setAliases = (next: string[]) =>
    change(pointer, { name: name ?? '', ...(next.length > 0 ? { aliases: next } : {}) });

  const label = languageName(tag, language);
  return (
    <div className="col-span-12 flex flex-col @xl:col-span-6">
      <TextField
        label={<FieldLabel pointer={pointer} text={label} />}
        aside={
          <span className="flex min-w-0 items-center gap-1.5">
            <UpcomingFieldValue pointer={pointer} />
            <span className="font-mono text-2xs">{tag}</span>
          </span>
        }
        lang={tag}
        value={typeof name === 'string' ? name : ''}
        onChange={setName}
        lock={locked}
        error={ownError ?? nameError}
        adornment={
          locked ? undefined : (
            <span className="flex">
              <Button
                variant="ghost"
                size="sm"
                icon="plus"
                iconOnly
                aria-label={`${t('record.addAlias')} ${label}`}
                onClick={() => setAliases([...aliases, ''])}
              />
              {onRemove && (
                <IconButton icon="trash" aria-label={`${t('record.removeLanguage')} ${label}`} onClick={onRemove} />
              )}
            </span>
          )
        }
      />
      {aliases.map((alias, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: an alias has no identity but its index
        <div key={index} className="mb-1 flex items-center gap-2 pl-4">
          <TextInput
            aria-label={`${t('record.aliases')} ${label} ${index + 1}`}
            lang={tag}
            value={alias}
            lock={locked}
            onChange={(next) => setAliases(aliases.with(index, next))}
            placeholder={t('record.aliases')}
          />
          {!locked && (
            <IconButton
              icon="close"
              aria-label={`${t('common.remove')} ${alias}`}
              onClick={() => setAliases(aliases.toSpliced(index, 1))}
            />
          )}
        </div>
      ))}
      {aliasError && <ListError className="mb-2 pl-4">{aliasError}</ListError>}
    </div>
  );
}
