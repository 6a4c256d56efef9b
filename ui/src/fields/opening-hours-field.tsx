import { useRef, useState } from 'react';
import { useField, useFormState } from '#crud/form/form-fields.tsx';
import { daysText } from '#crud/text/hours-text.ts';
import type { Day } from '#crud/text/weekdays.ts';
import { useTexts } from '#i18n/i18n.ts';
import { Button } from '#kit/buttons/button.tsx';
import { Kbd } from '#kit/buttons/kbd.tsx';
import { cx } from '#kit/cx.ts';
import { ListError } from '#kit/fields/field.tsx';
import { Menu } from '#kit/layers/menu.tsx';
import { createLazyCode, useLazyCode } from '#kit/lazy-code.ts';
import { Note } from '#kit/messages/note.tsx';
import { FormSection } from './form-section.tsx';
import { type Hours, isOvernight, overlappingDays, presets, unusedDays } from './opening-hours/hours.ts';
import { HoursBar } from './opening-hours/hours-bar.tsx';
import { barClass, gridClass } from './opening-hours/layout-classes.ts';

// loaded on demand: the time editor is as large as the rest of the form, and few stations have opening hours
const hoursRow = createLazyCode(async () => (await import('./opening-hours/hours-row.tsx')).HoursRow);
const name = 'openingHours';

/** A form section for opening hours as weekly patterns. */
export function OpeningHoursField({ timezone }: { timezone?: string | undefined }) {
  const { t } = useTexts();
  const errors = useFormState((form) => form.errors);
  const { value, set, lock } = useField(name);
  const addButton = useRef<HTMLSpanElement>(null);
  // The cast: the contract defines the shape of this field.
  const rows = Array.isArray(value) ? (value as Hours[]) : [];
  // a row keeps its key, and with it what was half typed, when another one is removed
  const [keys, setKeys] = useState<number[]>([]);
  if (keys.length !== rows.length) {
    const unusedKey = Math.max(-1, ...keys) + 1;
    setKeys(rows.map((_, index) => keys[index] ?? unusedKey + index));
  }
  const HoursRow = useLazyCode(hoursRow, !lock && rows.length > 0);
  const overlaps = overlappingDays(rows);
  const below = (at: string) =>
    errors.flatMap((error) =>
      error.pointer === at || error.pointer.startsWith(`${at}/`)
        ? [{ ...error, pointer: error.pointer.slice(at.length) }]
        : [],
    );
  const own = errors.find(({ pointer }) => pointer === `/${name}`);

  function remove(index: number) {
    setKeys(keys.toSpliced(index, 1));
    set(rows.toSpliced(index, 1));
    addButton.current?.querySelector<HTMLElement>('[data-add-hours]')?.focus();
  }

  return (
    <FormSection
      title={`field.${name}`}
      note={[t('hours.note'), timezone].filter(Boolean).join(' · ')}
      aside={
        !lock && (
          <span ref={addButton} data-pointer={rows.length === 0 ? `/${name}` : undefined}>
            <AddHours rows={rows} onAdd={(hours) => set([...rows, hours])} />
          </span>
        )
      }
      flush
    >
      <div className="@container" data-pointer={rows.length > 0 ? `/${name}` : undefined}>
        {rows.length === 0 && <p className="px-4 py-2.5 text-ink-3">{t('hours.empty')}</p>}
        {rows.length > 0 && (
          <>
            <div
              className={cx(gridClass, 'border-b border-line px-4 py-1.5 text-xs text-ink-3 @max-md:*:not-last:hidden')}
              aria-hidden
            >
              <span>{t('hours.days')}</span>
              <span>{t('hours.opens')}</span>
              <span />
              <span>{t('hours.closes')}</span>
              <span />
              <span className={cx(barClass, 'flex justify-between font-mono text-2xs')}>
                {['00', '06', '12', '18', '24'].map((hour) => (
                  <span key={hour}>{hour}</span>
                ))}
              </span>
            </div>
            <ul>
              {rows.map((hours, index) =>
                lock || !HoursRow ? (
                  // biome-ignore lint/suspicious/noArrayIndexKey: a pattern has no identity but its index
                  <ReadOnlyHoursRow key={index} hours={hours} />
                ) : (
                  <HoursRow
                    key={keys[index]}
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
        {own && <ListError className="px-4 pb-2">{own.message}</ListError>}
      </div>
    </FormSection>
  );
}

/** A read-only weekly pattern. */
function ReadOnlyHoursRow({ hours }: { hours: Hours }) {
  const { t } = useTexts();
  return (
    <li className="border-t border-line px-4 py-2.5 first:border-0">
      <div className={cx(gridClass, 'min-h-7')}>
        <span className="col-span-full font-medium @md:col-span-1">{daysText(hours.days)}</span>
        <span className="font-mono">{hours.opens}</span>
        <span className="text-center text-ink-3">–</span>
        <span className="font-mono">{hours.closes}</span>
        <span className="col-span-2 text-xs whitespace-nowrap text-ink-3 @md:col-span-1">
          {isOvernight(hours) && t('hours.nextDay')}
        </span>
        <HoursBar hours={hours} className={cx(barClass, 'mt-1.5 @3xl:mt-0')} />
      </div>
    </li>
  );
}

/** A legend of the bar's colors and the hotkeys of the time fields. */
function HoursLegend({ keys }: { keys: boolean }) {
  const { t } = useTexts();
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-1 border-t border-line px-4 py-2.5 text-xs text-ink-3">
      <span className="flex items-center gap-1.5">
        <i className="h-2 w-3.5 rounded-[2px] bg-accent" />
        {t('hours.sameDay')}
      </span>
      <span className="flex items-center gap-1.5">
        <i className="h-2 w-3.5 rounded-[2px] bg-accent-line" />
        {t('hours.tail')}
      </span>
      {keys && (
        <span className="ml-auto flex items-center gap-1.5 pointer-coarse:hidden">
          <Kbd>↑</Kbd>
          <Kbd>↓</Kbd>
          {t('hours.step')}
          <Kbd>:</Kbd>
          {t('hours.jump')}
        </span>
      )}
    </div>
  );
}

interface Props {
  rows: readonly Hours[];
  onAdd: (hours: Hours) => void;
}

/** A menu to add a pattern for the days without hours or for common groups of days. */
function AddHours({ rows, onAdd }: Props) {
  const { t } = useTexts();
  const unused = unusedDays(rows);
  const last = rows.at(-1);
  const add = (days: readonly Day[]) => onAdd({ days, opens: last?.opens || '06:00', closes: last?.closes || '22:00' });
  const rest = unused.length > 0 && unused.length < 7;
  const usual = (['everyDay', 'weekdays', 'weekend'] as const).map((preset) => ({
    id: preset,
    label: t(`hours.${preset}`),
    onSelect: () => add(presets[preset]),
  }));
  return (
    <Menu
      trigger={
        <Button variant="ghost" size="sm" icon="plus" className="-mr-2" data-add-hours>
          {t('hours.add')}
        </Button>
      }
      items={[
        ...(rest
          ? [{ id: 'rest', label: t('hours.rest', { days: daysText(unused) }), onSelect: () => add(unused) }]
          : []),
        ...usual.map((entry, index) => ({ ...entry, separatorBefore: rest && index === 0 })),
      ]}
    />
  );
}
