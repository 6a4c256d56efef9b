import { FieldLabel } from '#crud/record/field-label.tsx';
import { useField } from '#crud/record/form-context.ts';
import { useHint } from '#crud/use-read.ts';
import { useTexts } from '#i18n/i18n.ts';
import { LinkButton } from '#kit/link-button.tsx';
import { TextField } from '#kit/text-field.tsx';
import { api } from '#session/session.ts';

const shown = 3;

/** Who posted the rate: any text; those known already are one press away, so that they are not spelled twice. */
export function SourceField({ className }: { className?: string }) {
  const { t } = useTexts();
  const { value, set, error, required, lock } = useField('source');
  const known = useHint(['sources of rates'], async () => {
    const { data } = await api.GET('/api/v1/rate-board', { params: { query: { pageSize: 100 } } });
    return [...new Set(data.items.map(({ source }) => source))].sort();
  });
  const others = (lock ? [] : (known ?? [])).filter((source) => source !== value).slice(0, shown);
  return (
    <TextField
      name="source"
      label={<FieldLabel pointer="/source" />}
      value={typeof value === 'string' ? value : ''}
      onChange={set}
      lock={lock}
      error={error}
      required={required}
      help={
        others.length > 0 && (
          <span className="flex min-w-0 flex-wrap gap-x-2">
            {t('rate.sources')}
            {others.map((source) => (
              <LinkButton key={source} onClick={() => set(source)}>
                {source}
              </LinkButton>
            ))}
          </span>
        )
      }
      className={className}
    />
  );
}
