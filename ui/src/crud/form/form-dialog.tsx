import { type ReactNode, Suspense, use } from 'react';
import type { EntityUi, FormUi } from '#crud/define-entity.ts';
import { useFormNavigation } from '#crud/form-place.ts';
import type { RecordList } from '#crud/list/use-list.ts';
import { loadForm } from '#crud/load-form.ts';
import { useRecordContext } from '#crud/record/use-own-proposal.ts';
import { useTexts } from '#i18n/i18n.ts';
import { Button } from '#kit/buttons/button.tsx';
import { Dialog } from '#kit/layers/dialog.tsx';
import { FormActions } from './form-actions.tsx';
import { FormFields, FormFrame, FormSkeleton } from './form-frame.tsx';
import { FormTitle } from './form-title.tsx';
import { useOpenForm } from './open-form.ts';
import { useReturnToCard } from './use-return-to-card.ts';

interface Props {
  entity: EntityUi;
  list: RecordList;
  id: number | null;
  /** A few fields only; the way to all of them stands in the action bar. */
  quick?: FormUi['quick'];
}

/** A record being edited, or a new one, over the list. */
export function FormDialog(props: Props) {
  const { close } = useReturnToCard(props.list, props.id);
  return (
    <Suspense
      fallback={
        <Frame onClose={close} title={<FormTitle {...props} />}>
          <FormSkeleton />
        </Frame>
      }
    >
      <Open {...props} onClose={close} />
    </Suspense>
  );
}

function Open({ onClose, ...props }: Props & { onClose: () => void }) {
  const { t } = useTexts();
  const { entity, list, id, quick } = props;
  const parts = use(loadForm(entity, quick));
  const form = useOpenForm({
    entity,
    id,
    parts,
    place: 'dialog',
    recordContext: useRecordContext(entity, id, list.search.again),
  });
  const ways = useFormNavigation(entity);
  useReturnToCard(list, id, form);
  const { base } = form.state.context;
  const whole = quick && id !== null && (
    <Button variant="ghost" icon="external" {...ways.prefetchProps} onClick={() => ways.edit(id)}>
      {t('form.whole')}
    </Button>
  );
  return (
    <Frame
      onClose={onClose}
      title={<FormTitle {...props} record={base} />}
      footer={<FormActions form={form} more={whole} />}
    >
      <FormFrame form={form}>
        <FormFields form={form} />
      </FormFrame>
    </Frame>
  );
}

interface FrameProps {
  onClose: () => void;
  title: ReactNode;
  footer?: ReactNode;
  children: ReactNode;
}

const Frame = ({ children, ...props }: FrameProps) => (
  <Dialog open width={640} flush {...props}>
    <div className="[--form-edge:20px]">{children}</div>
  </Dialog>
);
