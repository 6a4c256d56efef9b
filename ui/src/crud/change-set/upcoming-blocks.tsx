import { Suspense } from 'react';
import { lazyExtra } from '#kit/lazy-code.ts';
import type { UpcomingBlockProps } from './upcoming-block.tsx';
import { inOrderOfCertainty, type UpcomingChange } from './upcoming-text.ts';

const UpcomingBlock = lazyExtra(async () => (await import('./upcoming-block.tsx')).UpcomingBlock);

interface Props extends Omit<UpcomingBlockProps, 'change'> {
  upcoming: readonly UpcomingChange[] | undefined;
}

/** What change sets will do to a record, on its card, beside its form and in its review; most records have none. */
export const UpcomingBlocks = ({ upcoming = [], ...props }: Props) => (
  <Suspense>
    {inOrderOfCertainty(upcoming).map((change) => (
      <UpcomingBlock key={change.changeSet.id} change={change} {...props} />
    ))}
  </Suspense>
);
