import { createFileRoute } from '@tanstack/react-router';
import { ListPage } from '#crud/list/list-page.tsx';
import { listSearch } from '#crud/list/list-search.ts';
import { prefetchList } from '#crud/list/use-list.ts';
import { rateBoard } from '#entities/rate-board/rate-board.tsx';
import { RateCourse } from '#entities/rate-board/rate-course.tsx';
import { headTitled } from '../-page-title.tsx';

export const Route = createFileRoute('/_frame/rate-board')({
  head: headTitled('entity.rate_board.many'),
  staticData: { permission: 'rate_board:read' },
  validateSearch: listSearch('rate_board'),
  loaderDeps: ({ search }) => search,
  loader: ({ deps, cause }) => prefetchList(rateBoard, deps, cause),
  codeSplitGroupings: [['loader', 'component']],
  component: () => <ListPage entity={rateBoard} Card={RateCourse} />,
});
