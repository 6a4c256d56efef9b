import type { StatusOnRelease } from '#crud/form/state/form-context.ts';
import { useTexts } from '#i18n/i18n.ts';
import { Button } from '#kit/buttons/button.tsx';
import { Icon } from '#kit/buttons/icon.tsx';
import { Menu } from '#kit/layers/menu.tsx';

const STATUSES: readonly StatusOnRelease[] = ['active', 'approved', 'pending'];

interface Props {
  value: StatusOnRelease;
  onChange: (status: StatusOnRelease) => void;
}

/** Chooses which status a change set gives to a new record, beside the button that saves it. */
export function BecomeMenu({ value, onChange }: Props) {
  const { t } = useTexts();
  const labelOf = (status: StatusOnRelease) => (
    <span className="inline-block first-letter:uppercase">{t(`changeSets.become.${status}`)}</span>
  );
  return (
    <Menu
      trigger={
        <Button variant="ghost">
          {labelOf(value)}
          <Icon name="chevron-down" size={14} className="text-ink-3" />
        </Button>
      }
      items={STATUSES.map((status) => ({
        id: status,
        label: labelOf(status),
        checked: status === value,
        onSelect: () => onChange(status),
      }))}
    />
  );
}
