import { render } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { measureContentWidths } from './use-column-widths.ts';

it('counts the edges of a head, without which its label is cut', () => {
  const { container } = render(
    <table>
      <thead>
        <tr>
          <th data-column="status" style={{ padding: '0 8px', borderLeft: '1px solid' }}>
            <button type="button">Status</button>
          </th>
        </tr>
      </thead>
      <tbody />
    </table>,
  );
  const table = container.querySelector('table');
  vi.spyOn(HTMLElement.prototype, 'getBoundingClientRect').mockReturnValue(new DOMRect(0, 0, 40, 20));
  expect(table && measureContentWidths(table)).toMatchObject({ status: { head: 57 } });
  vi.restoreAllMocks();
});
