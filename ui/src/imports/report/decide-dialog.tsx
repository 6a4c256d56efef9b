import { Link } from '@tanstack/react-router';
import type { Schemas } from '#api/facts.gen.ts';
import { useReasonField } from '#crud/reason-field.ts';
import { useRead } from '#crud/use-read.ts';
import { pointerText } from '#crud/value-text.ts';
import { number } from '#i18n/format.ts';
import { useTexts } from '#i18n/i18n.ts';
import { leftText, statusCountsText } from '#imports/counts-text.ts';
import type { DecisionEvent, Import } from '#imports/import.ts';
import { ConfirmDialog } from '#kit/confirm-dialog.tsx';
import { linkClass } from '#kit/link-button.tsx';
import { api } from '#session/session.ts';

export type Outlook = Schemas['ImportOutlookAnswer']['data'];

/** On how much of an import one would decide by each event; read anew whenever something of it has been decided. */
export const useOutlook = ({ id, status, decision }: Import) =>
  useRead({
    queryKey: ['import outlook', id, status, decision?.time, decision?.done],
    queryFn: async ({ signal }) =>
      (await api.GET('/api/v1/imports/{id}/decision', { params: { path: { id } }, signal })).data,
    enabled: status === 'applied',
  });

interface Props {
  found: Import;
  asked: DecisionEvent | undefined;
  outlook: Outlook | undefined;
  busy: boolean;
  problem: string | undefined;
  onClose: () => void;
  onDecide: (event: DecisionEvent, reason: string) => void;
}

/** Says first what is left and why, then asks for exactly as many as will be decided on. */
export function DecideDialog({ found, asked, outlook, busy, problem, onClose, onDecide }: Props) {
  const { t } = useTexts();
  const reason = useReasonField();
  const event = asked ?? 'approve';
  const { ready = 0, left = {} } = outlook?.[event] ?? {};
  return (
    <ConfirmDialog
      key={event}
      open={asked !== undefined}
      onClose={onClose}
      title={t(`imports.decide.${event}Title`, { n: number(ready) })}
      description={t(`imports.decide.${event}Text`)}
      confirmLabel={t(`imports.decide.${event}Count`, { n: number(ready) })}
      cancelLabel={t('common.cancel')}
      destructive={event === 'reject'}
      busy={busy}
      error={problem}
      reason={event === 'reject' ? reason : undefined}
      onConfirm={(text) => onDecide(event, text)}
    >
      {event === 'approve' && outlook && Object.keys(outlook.becomes).length > 0 && (
        <p className="mb-2 text-xs text-ink-2">
          {t('imports.decide.becomes', { counts: statusCountsText(outlook.becomes) })}
        </p>
      )}
      {Object.keys(left).length > 0 && (
        <div className="rounded-sm bg-warn-soft px-2.5 py-2 text-xs inset-ring inset-ring-warn-edge">
          <p className="font-medium">{t('imports.decide.stays', { causes: leftText(left) })}</p>
          {event === 'approve' && outlook && (
            <MissingFields found={found} missing={outlook.missing} onFollow={onClose} />
          )}
        </div>
      )}
    </ConfirmDialog>
  );
}

interface MissingProps {
  found: Import;
  missing: Outlook['missing'];
  onFollow?: () => void;
}

/** What lacks what, each as the way to exactly those rows. */
export function MissingFields({ found, missing, onFollow }: MissingProps) {
  const { t } = useTexts();
  if (missing.length === 0) return null;
  return (
    <ul className="mt-1 flex flex-wrap gap-x-3">
      {missing.map(({ pointer, count }) => (
        <li key={pointer}>
          <Link
            to="/imports/$id"
            params={{ id: String(found.id) }}
            search={{ lacks: pointer }}
            className={linkClass}
            {...(onFollow && { onClick: onFollow })}
          >
            {t('home.lacking', { field: pointerText(pointer), n: number(count) })}
          </Link>
        </li>
      ))}
    </ul>
  );
}
