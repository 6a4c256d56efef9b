import { type ComponentProps, lazy, Suspense, useState } from 'react';
import { createDrafts, draftsOfRecords } from '#crud/form/state/drafts.ts';
import { withTexts } from '#i18n/i18n.ts';

const DraftNote = lazy(async () => ({ default: (await withTexts(import('./draft-note.tsx'), 'frame')).DraftNote }));

const drafts = createDrafts();

/** Loads the note about drafts only if the user has any. */
export function LazyDraftNote(props: ComponentProps<typeof DraftNote>) {
  const [hasDrafts] = useState(() => draftsOfRecords(drafts, props.user).length > 0);
  return (
    hasDrafts && (
      // takes the height of the note, so that nothing moves when its code has loaded
      <Suspense fallback={<div className="h-8.5 flex-none" />}>
        <DraftNote {...props} />
      </Suspense>
    )
  );
}
