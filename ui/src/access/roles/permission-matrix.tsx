import { type KeyboardEvent, useRef } from 'react';
import { permissionsOf } from '#access/common/permission.ts';
import { actionText, subjectText } from '#access/common/permission-text.ts';
import { useTexts } from '#i18n/i18n.ts';
import { useGridFocus } from '#kit/use-grid-focus.ts';
import { columnOf, kindActions, kinds, permissionAt } from './matrix.ts';
import { PermissionBox } from './permission-box.tsx';
import { PermissionHead } from './permission-head.tsx';

/** Kinds of records by what can be done with them; arrows move, Space gives and takes. */
export function PermissionMatrix() {
  const { t } = useTexts();
  const table = useRef<HTMLTableElement>(null);
  const focus = useGridFocus(table);
  return (
    <div className="overflow-x-auto">
      <table
        ref={table}
        // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a grid is a table one moves in by arrows
        role="grid"
        aria-label={t('role.matrix')}
        className="w-full min-w-180 table-fixed text-center"
        onKeyDown={(event: KeyboardEvent<HTMLTableElement>) => focus.move(event)}
        onFocus={focus.onFocus}
        onBlur={focus.onBlur}
      >
        <thead className="bg-sunken text-xs text-ink-3">
          <tr>
            <th className="w-56 border-b border-line-strong px-4 text-left font-normal" tabIndex={-1}>
              {t('role.kind')}
            </th>
            {kindActions.map((action) => (
              <th key={action} scope="col" className="h-9 border-b border-line-strong font-normal">
                <PermissionHead label={actionText(action)} names={columnOf(action)} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {kinds.map((kind) => (
            <tr key={kind} className="border-line not-last:border-b hover:bg-hover">
              <th scope="row" className="h-9 px-4 text-left font-medium">
                <PermissionHead label={subjectText(kind)} names={permissionsOf(kind)} className="-ml-1.5" />
              </th>
              {kindActions.map((action) => {
                const name = permissionAt(kind, action);
                return (
                  <td key={action} tabIndex={-1}>
                    {name && <PermissionBox name={name} />}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
