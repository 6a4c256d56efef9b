import { useState } from 'react';
import { useForm } from '#crud/record/form-context.ts';
import { useTexts } from '#i18n/i18n.ts';
import { Button } from '#kit/button.tsx';
import { AddLanguage } from './add-language.tsx';
import { FormSection } from './form-section.tsx';
import { LocaleField } from './locale-field.tsx';

const always = ['zh-CN', 'en'];

/** The part for editing locales: Chinese and English always, any other language by its tag, aliases for each. */
export function LocalesField() {
  const { t } = useTexts();
  const { values, locked, change } = useForm();
  const [adding, setAdding] = useState(false);
  const others = Object.keys((values.locales ?? {}) as object).filter((tag) => !always.includes(tag));
  const tags = [...always, ...others];
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
