import type { ColumnSpec } from '#crud/define-entity.ts';
import { nameIn } from '#crud/labels.ts';
import { Code } from '#kit/chip.tsx';
import { kilometres, nearbyOf } from './nearby.ts';

/** The airports near a station, by their codes. */
export const airportsColumn: ColumnSpec = {
  id: 'airports',
  width: 132,
  unsortable: true,
  cell: ({ airports }, { labels, language }) => (
    <span className="flex items-center gap-1 overflow-hidden">
      {nearbyOf(airports).map(({ airport, distance }) => {
        const name = nameIn(labels.airport?.[airport], language);
        return (
          <span key={airport} className="flex" title={[airport, name, kilometres(distance)].filter(Boolean).join(' ')}>
            <Code small>{airport}</Code>
          </span>
        );
      })}
    </span>
  ),
};
