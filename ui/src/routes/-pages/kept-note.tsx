import { type ComponentProps, lazy, Suspense, useState } from 'react';
import { createDrafts } from '#crud/form/drafts.ts';
import { withTexts } from '#i18n/i18n.ts';

const DraftNote = lazy(async () => ({ default: (await withTexts(import('./draft-note.tsx'), 'frame')).DraftNote }));

const drafts = createDrafts();

/** The note of what was kept, which comes where anything was. */
export function KeptNote(props: ComponentProps<typeof DraftNote>) {
  const [any] = useState(() => drafts.all().length > 0);
  return (
    any && (
      <Suspense>
        <DraftNote {...props} />
      </Suspense>
    )
  );
}
