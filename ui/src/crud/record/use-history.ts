import type { EntityUi } from '#crud/define-entity.ts';
import { type Change, type HistoryData, type Proposal, resource } from '#crud/resource.ts';
import { useReadPages } from '#crud/use-read.ts';

/** A change, or a proposal that came to nothing. */
export type HistoryItem = { change: Change; proposal?: never } | { proposal: Proposal; change?: never };

/** The pages of a record's history so far, and the record itself unless it is deleted. */
export function useHistory(entity: EntityUi, id: number) {
  const pages = useReadPages<Omit<HistoryData, 'items'> & { items: HistoryItem[] }>({
    queryKey: [entity.key, id, 'history'],
    load: async (cursor, signal) => {
      const { data } = await resource(entity).history(id, cursor, signal);
      return { ...data, items: inOrder(data) };
    },
    idOf: ({ change, proposal }) => (change ? change.seq : -proposal.id),
  });
  const latest = pages.items.find(({ change }) => change)?.change;
  return { ...pages, total: pages.data?.total ?? 0, record: latest?.after ?? undefined };
}

/** Newest first; a page's proposals lie between its changes. */
const inOrder = ({ items, proposals }: HistoryData): HistoryItem[] =>
  [...proposals.map((proposal) => ({ proposal })), ...items.map((change) => ({ change }))].toSorted((one, other) =>
    timeOf(other).localeCompare(timeOf(one)),
  );

const timeOf = ({ change, proposal }: HistoryItem): string =>
  change ? change.time : (proposal.decision?.time ?? proposal.time);
