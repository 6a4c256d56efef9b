import { type ReactNode, Suspense, use } from 'react';
import type { EntityUi } from '#crud/define-entity.ts';
import type { List } from '#crud/list/use-list.ts';
import { loadForm } from '#crud/load-form.ts';
import { useSurroundings } from '#crud/record/use-own-proposal.ts';
import { useTexts } from '#i18n/i18n.ts';
import { Drawer } from '#kit/drawer.tsx';
import { FormActions } from './form-actions.tsx';
import { FormFields, FormFrame, FormSkeleton } from './form-frame.tsx';
import { FormTitle } from './form-title.tsx';
import { useOpenForm } from './open-form.ts';
import { useBesideList } from './use-beside-list.ts';

interface Props {
  entity: EntityUi;
  list: List;
  id: number | null;
}

/** A record being edited, or a new one, in the side panel. */
export function FormPanel(props: Props) {
  const { close } = useBesideList(props.list, props.id);
  return (
    <Suspense
      fallback={
        <Frame {...props} onClose={close} title={<FormTitle {...props} />}>
          <FormSkeleton />
        </Frame>
      }
    >
      <Open {...props} onClose={close} />
    </Suspense>
  );
}

function Open({ onClose, ...props }: Props & { onClose: () => void }) {
  const { entity, list, id } = props;
  const parts = use(loadForm(entity));
  const form = useOpenForm({
    entity,
    id,
    parts,
    place: 'panel',
    surroundings: useSurroundings(entity, id, list.search.again),
  });
  useBesideList(list, id, form);
  const { base } = form.state.context;
  return (
    <Frame
      {...props}
      onClose={onClose}
      title={<FormTitle {...props} record={base} />}
      footer={<FormActions form={form} />}
    >
      <FormFrame form={form}>
        <FormFields form={form} />
      </FormFrame>
    </Frame>
  );
}

interface FrameProps extends Props {
  onClose: () => void;
  title: ReactNode;
  footer?: ReactNode;
  children: ReactNode;
}

function Frame({ entity, id, ...drawer }: FrameProps) {
  const { t } = useTexts();
  return (
    <Drawer
      open
      width={480}
      aria-label={t(id === null ? `entity.${entity.key}.create` : `entity.${entity.key}.edit`)}
      {...drawer}
    />
  );
}
