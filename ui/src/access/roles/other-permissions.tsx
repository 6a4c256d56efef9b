import { type KeyboardEvent, useRef } from 'react';
import { actionOf, permissionsOf } from '#access/common/permission.ts';
import { actionText, subjectText } from '#access/common/permission-text.ts';
import { useTexts } from '#i18n/i18n.ts';
import { useGridFocus } from '#kit/use-grid-focus.ts';
import { others } from './matrix.ts';
import { PermissionBox } from './permission-box.tsx';
import { PermissionHead } from './permission-head.tsx';

/** What is no kind of record: each with its own actions, a line each. */
export function OtherPermissions() {
  const { t } = useTexts();
  const table = useRef<HTMLTableElement>(null);
  const focus = useGridFocus(table);
  return (
    <table
      ref={table}
      // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a grid is a table one moves in by arrows
      role="grid"
      aria-label={t('role.others')}
      className="w-full table-fixed"
      onKeyDown={(event: KeyboardEvent<HTMLTableElement>) => focus.move(event)}
      onFocus={focus.onFocus}
      onBlur={focus.onBlur}
    >
      <tbody>
        {others.map((subject) => (
          <tr key={subject} className="border-line not-last:border-b hover:bg-hover">
            <th scope="row" className="h-9 w-56 px-4 text-left font-medium">
              <PermissionHead label={subjectText(subject)} names={permissionsOf(subject)} className="-ml-1.5" />
            </th>
            <td>
              <span className="grid grid-cols-[repeat(4,7rem)] justify-items-start py-1">
                {permissionsOf(subject).map((name) => (
                  <PermissionBox key={name} name={name} label={actionText(actionOf(name))} />
                ))}
              </span>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
