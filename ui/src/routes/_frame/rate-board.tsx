import { createFileRoute } from '@tanstack/react-router';
import { ListPage } from '#crud/list/list-page.tsx';
import { rateBoard } from '#entities/rate-board/rate-board.tsx';
import { RateCourse } from '#entities/rate-board/rate-course.tsx';
import { listRouteOptions } from '../-entity-routes.ts';

export const Route = createFileRoute('/_frame/rate-board')({
  ...listRouteOptions('rate_board'),
  component: () => <ListPage entity={rateBoard} Card={RateCourse} />,
});
