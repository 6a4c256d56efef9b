import { useRef } from 'react';
import { daysText } from '#crud/hours-text.ts';
import { useField, useForm } from '#crud/record/form-context.ts';
import { useTexts } from '#i18n/i18n.ts';
import { cx } from '#kit/cx.ts';
import { Note } from '#kit/note.tsx';
import { onDemand, useOnDemand } from '#kit/on-demand.ts';
import { FormSection } from './form-section.tsx';
import { AddHours } from './opening-hours/add-hours.tsx';
import { barPlace, columns } from './opening-hours/columns.ts';
import { type Hours, overlappingDays } from './opening-hours/hours.ts';
import { HoursLegend } from './opening-hours/hours-legend.tsx';
import { HoursLine } from './opening-hours/hours-line.tsx';

// what sets times weighs as much as the rest of the form, and few stations have any
const hoursRow = onDemand(async () => (await import('./opening-hours/hours-row.tsx')).HoursRow);
const name = 'openingHours';

/** Opening hours by patterns of the week, as a section of a form. */
export function OpeningHoursField({ timezone }: { timezone?: string | undefined }) {
  const { t } = useTexts();
  const { errors } = useForm();
  const { value, set, lock } = useField(name);
  const adder = useRef<HTMLSpanElement>(null);
  // The cast: the contract gives this field no other shape.
  const rows = Array.isArray(value) ? (value as Hours[]) : [];
  const HoursRow = useOnDemand(hoursRow, !lock && rows.length > 0);
  const overlaps = overlappingDays(rows);
  const below = (at: string) =>
    errors.flatMap((error) =>
      error.pointer === at || error.pointer.startsWith(`${at}/`)
        ? [{ ...error, pointer: error.pointer.slice(at.length) }]
        : [],
    );
  const own = errors.find(({ pointer }) => pointer === `/${name}`);

  function remove(index: number) {
    set(rows.toSpliced(index, 1));
    adder.current?.querySelector<HTMLElement>('[data-add-hours]')?.focus();
  }

  return (
    <FormSection
      title={`field.${name}`}
      note={[t('hours.note'), timezone].filter(Boolean).join(' · ')}
      aside={
        !lock && (
          <span ref={adder}>
            <AddHours rows={rows} onAdd={(hours) => set([...rows, hours])} />
          </span>
        )
      }
      flush
    >
      <div className="@container">
        {rows.length === 0 && <p className="px-4 py-2.5 text-ink-3">{t('hours.empty')}</p>}
        {rows.length > 0 && (
          <>
            <div className={cx(columns, 'border-b border-line px-4 py-1.5 text-xs text-ink-3')} aria-hidden>
              <span>{t('hours.days')}</span>
              <span>{t('hours.opens')}</span>
              <span />
              <span>{t('hours.closes')}</span>
              <span />
              <span className={cx(barPlace, 'flex justify-between font-mono text-2xs')}>
                {['00', '06', '12', '18', '24'].map((hour) => (
                  <span key={hour}>{hour}</span>
                ))}
              </span>
            </div>
            <ul>
              {rows.map((hours, index) =>
                lock || !HoursRow ? (
                  // biome-ignore lint/suspicious/noArrayIndexKey: a pattern has no identity but its place
                  <HoursLine key={index} hours={hours} />
                ) : (
                  <HoursRow
                    // biome-ignore lint/suspicious/noArrayIndexKey: a pattern has no identity but its place
                    key={index}
                    hours={hours}
                    onChange={(next) => set(rows.with(index, next))}
                    onRemove={() => remove(index)}
                    errors={below(`/${name}/${index}`)}
                  />
                ),
              )}
            </ul>
            {overlaps.length > 0 && (
              <div className="px-4 pb-2.5">
                <Note tone="warn" live>
                  {t('hours.overlap', { days: daysText(overlaps) })}
                </Note>
              </div>
            )}
            <HoursLegend keys={!lock} />
          </>
        )}
        {own && <p className="px-4 pb-2 text-xs text-bad-ink">{own.message}</p>}
      </div>
    </FormSection>
  );
}
