import type { ReactNode } from 'react';
import { useFormStore } from '#crud/form/form-fields.tsx';
import { useTexts } from '#i18n/i18n.ts';
import type { Texts } from '#i18n/zh.ts';
import { cx } from '#kit/cx.ts';
import { Panel } from '#kit/display/panel.tsx';

interface Props {
  title:
    | `form.${'amounts' | 'basics' | 'scope' | 'validity'}`
    | `field.${keyof Texts['field']}`
    | 'place.title'
    | 'station.rail'
    | 'station.where';
  /** A gray note after the title. */
  note?: ReactNode;
  aside?: ReactNode;
  /** Set for content without padding, such as a list, instead of fields on the grid. */
  flush?: boolean;
  children: ReactNode;
}

/** A form section with a grid of twelve columns: a panel on a page, separated by a line in drawers and dialogs. */
export function FormSection({ title, note, aside, flush, children }: Props) {
  const { t } = useTexts();
  const body = flush ? (
    children
  ) : (
    <div className="@container">
      {/* the empty line for help and errors under the last row counts as part of the edge */}
      <div className="-mb-2 grid grid-cols-12 gap-x-4 gap-y-2 max-sm:*:col-span-12!">{children}</div>
    </div>
  );
  if (useFormStore().read().layout === 'page') {
    return (
      <Panel title={t(title)} note={note} aside={aside} flush={flush}>
        {body}
      </Panel>
    );
  }
  return (
    <section className={cx('border-b border-line py-3 last:border-0', !flush && 'px-(--form-edge)')}>
      <header className={cx('mb-2 flex min-h-7 items-center gap-2', flush && 'px-(--form-edge)')}>
        <h2 className="text-md font-semibold">{t(title)}</h2>
        {note && <span className="text-xs text-ink-3">{note}</span>}
        <div className="ml-auto">{aside}</div>
      </header>
      {body}
    </section>
  );
}
