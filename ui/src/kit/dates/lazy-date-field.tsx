import { type ComponentProps, lazy, Suspense } from 'react';
import { Skeleton } from '#kit/messages/skeleton.tsx';

const Field = lazy(async () => ({ default: (await import('./date-field.tsx')).DateField }));

/** A date field that is loaded when it is shown, for dialogs that often do without the calendars it needs. */
export const LazyDateField = (props: ComponentProps<typeof Field>) => (
  <Suspense fallback={<Skeleton height={68} className="animate-fade-in-delayed" />}>
    <Field {...props} />
  </Suspense>
);
