import { useState } from 'react';
import { entityUi } from '#crud/define-entity.ts';
import type { EditForm } from '#crud/form/edit-form.ts';
import { useRead } from '#crud/read/use-read.ts';
import { useTexts } from '#i18n/i18n.ts';
import { linkClass } from '#kit/buttons/link-button.tsx';
import { useDebouncedValue } from '#kit/use-debounced-value.ts';
import { rowOf, summarizeImpact, tryRow } from './impact-summary.ts';

const DEBOUNCE_MS = 400;

interface LineProps {
  /** The path of the record's collection. */
  path: string;
  form: EditForm;
  onHide: () => void;
}

/** The line above the buttons of a form that says on demand what a save would touch. */
export function FormImpact({ form }: { form: EditForm }) {
  const { t } = useTexts();
  const [isOpen, setIsOpen] = useState(false);
  const path = form.fields.entity && entityUi(form.fields.entity)?.resource;
  // a set is tried as a whole, on its own page
  if (!path || form.savesToSet || form.changes.length === 0) return null;
  return (
    <div className="flex min-w-0 basis-full items-center text-xs">
      {isOpen ? (
        <Line path={path} form={form} onHide={() => setIsOpen(false)} />
      ) : (
        <button type="button" className={linkClass} onClick={() => setIsOpen(true)}>
          {t('impact.show')}
        </button>
      )}
    </div>
  );
}

function Line({ path, form, onHide }: LineProps) {
  const { t } = useTexts();
  const row = rowOf(form);
  const key = useDebouncedValue(JSON.stringify(row), DEBOUNCE_MS);
  const { data, problem, reload, loading } = useRead({
    queryKey: ['dry run', path, key],
    queryFn: ({ signal }) => tryRow(path, JSON.parse(key), signal),
    retry: false,
    gcTime: 0,
  });
  if (problem)
    return (
      <p role="status" className="min-w-0 text-bad-ink">
        {t('impact.failed', { problem: problem.message })}{' '}
        <button type="button" className={linkClass} disabled={loading} onClick={reload}>
          {t('common.retry')}
        </button>
      </p>
    );
  const [outcome] = data?.rows ?? [];
  const parts = data?.impact ? summarizeImpact(data.impact, t) : [];
  const refusal = outcome?.data?.fields?.[0]?.message ?? outcome?.message;
  return (
    <p role="status" aria-busy={loading} className="min-w-0 flex-1 text-ink-2">
      {!outcome ? (
        <span className="text-ink-3">{t('impact.loading')}</span>
      ) : refusal !== undefined ? (
        <span className="text-warn-ink">{t('impact.refused', { problem: refusal })}</span>
      ) : (
        t('impact.line', { parts: parts.length > 0 ? parts.join(' · ') : t('impact.none') })
      )}{' '}
      <button type="button" className={`ml-1 ${linkClass}`} onClick={onHide}>
        {t('impact.hide')}
      </button>
    </p>
  );
}
