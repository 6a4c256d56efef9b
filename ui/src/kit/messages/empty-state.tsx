import { Icon } from '#kit/buttons/icon.tsx';
import { StateBlock, type StateBlockProps } from './page-state.tsx';

/** A message in place of the content that does not exist. */
export function EmptyState({ icon, ...block }: StateBlockProps) {
  return <StateBlock {...block} illustration={icon && <Icon name={icon} className="text-ink-3" />} />;
}

/** A message for a list that never had entries, with outlines of the codes that it will contain. */
export function FirstUseState(block: Omit<StateBlockProps, 'icon'>) {
  const illustration = (
    <div aria-hidden className="mb-2 flex gap-1">
      {[44, 60, 36].map((width) => (
        <span key={width} style={{ width }} className="h-6 rounded-sm border border-dashed border-line-control" />
      ))}
    </div>
  );
  return <StateBlock {...block} illustration={illustration} />;
}
