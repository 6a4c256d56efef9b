import { Link } from '@tanstack/react-router';
import { recordLink } from '#crud/define-entity.ts';
import { useTexts } from '#i18n/i18n.ts';
import { type ImportRow, importPermission, isApplied } from '#imports/import.ts';
import type { ImportProps } from '#imports/use-import.ts';
import { Button } from '#kit/button.tsx';
import { Code } from '#kit/chip.tsx';
import { DrawerSection } from '#kit/drawer.tsx';
import { linkClass } from '#kit/link-button.tsx';
import { useSession } from '#session/use-session.ts';
import { excluding } from './exclude-row.tsx';
import { RowMark } from './row-columns.tsx';

/** Which record the row is of, what became of it, and the way to it. */
export function RowHead({ found, state, send, row }: ImportProps & { row: ImportRow }) {
  const { t } = useTexts();
  const { can, refuse } = useSession();
  const { code, name, recordId } = row;
  const { entity } = found;
  return (
    <DrawerSection>
      <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
        {code !== null && <Code>{code}</Code>}
        <h2 className="min-w-0 text-lg font-semibold [overflow-wrap:anywhere]">
          {name ?? (code === null ? t('imports.report.noRecord') : '')}
        </h2>
      </div>
      <p className="mt-1 flex items-center gap-3">
        <RowMark row={row} done={isApplied(found)} />
        {recordId !== null && can(`${entity}:read`) && (
          <Link
            {...recordLink(entity, recordId)}
            // the lists of records take what stands beside them from their address
            search={recordLink(entity, recordId).search}
            className={`${linkClass} ml-auto text-xs`}
          >
            {t('imports.report.openRecord')}
          </Link>
        )}
      </p>
      {found.status === 'staged' && (
        <Button
          size="sm"
          className="mt-2"
          busy={state.matches('acting')}
          refused={refuse(importPermission(entity))}
          onClick={() => send({ type: 'ACT', act: excluding(row) })}
        >
          {t(row.state === 'excluded' ? 'imports.correct.include' : 'imports.correct.exclude')}
        </Button>
      )}
    </DrawerSection>
  );
}
