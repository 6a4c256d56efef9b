import { readPointer } from '#crud/merge.ts';
import { FieldLabel } from '#crud/record/field-label.tsx';
import { useForm } from '#crud/record/form-context.ts';
import { useTexts } from '#i18n/i18n.ts';
import { languageName } from '#i18n/language-name.ts';
import { Button, IconButton } from '#kit/button.tsx';
import { TextField, TextInput } from '#kit/text-field.tsx';

interface Props {
  tag: string;
  onRemove?: (() => void) | undefined;
}

/** A record's name and aliases in one language. */
export function LocaleField({ tag, onRemove }: Props) {
  const { t, language } = useTexts();
  const { values, errors, locked, change } = useForm();
  const at = `/locales/${tag}`;
  const name = readPointer(values, `${at}/name`);
  const stored = readPointer(values, `${at}/aliases`);
  const aliases = Array.isArray(stored) ? stored.map(String) : [];
  const error = errors.find(({ pointer }) => pointer === at || pointer === `${at}/name`);
  const aliasError = errors.find(({ pointer }) => pointer.startsWith(`${at}/aliases`));

  function setName(next: string): void {
    // an emptied language that never was there is no change
    if (next === '' && aliases.length === 0 && !onRemove) change(at, undefined);
    else change(at, { name: next, ...(aliases.length > 0 ? { aliases } : {}) });
  }
  const setAliases = (next: string[]) =>
    change(at, { name: name ?? '', ...(next.length > 0 ? { aliases: next } : {}) });

  const label = languageName(tag, language);
  return (
    <div className="col-span-12 flex flex-col @xl:col-span-6">
      <TextField
        label={<FieldLabel pointer={at} text={label} />}
        aside={<span className="font-mono text-2xs">{tag}</span>}
        lang={tag}
        value={typeof name === 'string' ? name : ''}
        onChange={setName}
        lock={locked}
        error={error?.message}
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
        // biome-ignore lint/suspicious/noArrayIndexKey: an alias has no identity but its place
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
      {aliasError && <p className="mb-2 pl-4 text-xs text-bad-ink">{aliasError.message}</p>}
    </div>
  );
}
