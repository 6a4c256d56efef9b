import type { ReactNode } from 'react';
import { useForm } from '#crud/record/form-context.ts';
import { useTexts } from '#i18n/i18n.ts';
import type { Texts } from '#i18n/zh.ts';
import { Panel } from '#kit/panel.tsx';

interface Props {
  title: `form.${keyof Texts['form']}` | `field.${keyof Texts['field']}` | 'place.title' | 'station.rail';
  /** Grey, after the title. */
  note?: ReactNode;
  aside?: ReactNode;
  children: ReactNode;
}

/** A part of a form on a grid of twelve columns: a panel on a page, ruled off beside and over a list. */
export function FormSection({ title, note, aside, children }: Props) {
  const { t } = useTexts();
  const grid = (
    <div className="@container">
      <div className="grid grid-cols-12 gap-x-4 gap-y-2">{children}</div>
    </div>
  );
  if (useForm().place === 'page') {
    return (
      <Panel title={t(title)} note={note} aside={aside}>
        {grid}
      </Panel>
    );
  }
  return (
    <section className="border-b border-line px-4 py-3 last:border-0">
      <header className="mb-2 flex min-h-7 items-center gap-2">
        <h2 className="text-md font-semibold">{t(title)}</h2>
        {note && <span className="text-xs text-ink-3">{note}</span>}
        <div className="ml-auto">{aside}</div>
      </header>
      {grid}
    </section>
  );
}
