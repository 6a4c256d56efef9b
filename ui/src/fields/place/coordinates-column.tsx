import type { ColumnSpec } from '#crud/define-entity.ts';
import { TwoLines } from '#kit/table/cells.tsx';

const four = (value: unknown) => (typeof value === 'number' ? value.toFixed(4) : undefined);

/** Returns the column of latitude and longitude, rounded to about 11 m. */
export const coordinatesColumn: ColumnSpec = {
  id: 'coordinates',
  width: 96,
  align: 'end',
  unsortable: true,
  isEmpty: ({ latitude, longitude }) => latitude === null && longitude === null,
  cell: ({ latitude, longitude }) => {
    const [first, second] = [four(latitude), four(longitude)];
    return first && second && <TwoLines mono main={first} second={second} />;
  },
};
