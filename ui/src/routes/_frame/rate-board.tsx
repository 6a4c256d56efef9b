import { createFileRoute } from '@tanstack/react-router';
import { type ComponentProps, lazy, Suspense } from 'react';
import { ListPage } from '#crud/list/list-page.tsx';
import { rateBoard } from '#entities/rate-board/rate-board.tsx';
import { DrawerSection } from '#kit/layers/drawer.tsx';
import { Skeleton } from '#kit/messages/skeleton.tsx';
import { listRouteOptions } from '../-entity-routes.ts';

// the chart loads with the first card, not with the list
const RateHistory = lazy(async () => ({
  default: (await import('#entities/rate-board/rate-history.tsx')).RateHistory,
}));

/** Reserves the height of the chart while its code is loading. */
const RateCard = (props: ComponentProps<typeof RateHistory>) => (
  <Suspense
    fallback={
      <DrawerSection>
        <Skeleton height={194} className="animate-fade-in-delayed" />
      </DrawerSection>
    }
  >
    <RateHistory {...props} />
  </Suspense>
);

export const Route = createFileRoute('/_frame/rate-board')({
  ...listRouteOptions('rate_board'),
  component: () => <ListPage entity={rateBoard} Card={RateCard} />,
});
