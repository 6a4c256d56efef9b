import type { ReactNode } from 'react';
import { useTexts } from '#i18n/i18n.ts';

interface Props {
  title: 'form.basics' | 'field.locales';
  aside?: ReactNode;
  children: ReactNode;
}

/** A ruled part of a form on a grid of twelve columns. */
export function FormSection({ title, aside, children }: Props) {
  const { t } = useTexts();
  return (
    <section className="border-b border-line px-4 py-3 last:border-0">
      <header className="mb-2 flex min-h-7 items-center gap-2">
        <h2 className="text-md font-semibold">{t(title)}</h2>
        <div className="ml-auto">{aside}</div>
      </header>
      <div className="grid grid-cols-12 gap-x-4 gap-y-2">{children}</div>
    </section>
  );
}
