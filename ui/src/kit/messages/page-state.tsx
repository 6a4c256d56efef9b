import { type ReactNode, useState } from 'react';
import { Button, IconButton } from '#kit/buttons/button.tsx';
import { Icon, type IconName } from '#kit/buttons/icon.tsx';
import { useKitTexts } from '#kit/kit-texts.tsx';

export { Skeleton } from './skeleton.tsx';

interface BlockProps {
  title: ReactNode;
  /** what is missing and the one step that helps */
  text?: ReactNode;
  actions?: ReactNode;
  icon?: IconName | undefined;
  /** below the actions, small: what is supported */
  foot?: ReactNode;
  /** 1 where it is all that the page says */
  level?: 1 | 2 | undefined;
}

/** Left-aligned, in the middle of the place where the content would be. */
export function EmptyState({ icon, ...block }: BlockProps) {
  return <Block {...block} sign={icon && <Icon name={icon} className="text-ink-3" />} />;
}

/** First use: the outlines of the codes that will stand here. */
export function FirstState(block: Omit<BlockProps, 'icon'>) {
  const sign = (
    <div aria-hidden className="mb-2 flex gap-1">
      {[44, 60, 36].map((width) => (
        <span key={width} style={{ width }} className="h-6 rounded-sm border border-dashed border-line-control" />
      ))}
    </div>
  );
  return <Block {...block} sign={sign} />;
}

interface ErrorStateProps extends Omit<BlockProps, 'icon'> {
  onRetry?: (() => void) | undefined;
  retrying?: boolean | undefined;
  /** the error's key in the contract, said to support together with the trace */
  errorKey?: string | undefined;
  traceId?: string | undefined;
}

export function ErrorState({ onRetry, retrying, errorKey, traceId, actions, foot, ...block }: ErrorStateProps) {
  const texts = useKitTexts();
  const buttons = (onRetry || actions) && (
    <>
      {onRetry && (
        <Button variant="primary" icon="restore" busy={retrying} onClick={onRetry}>
          {texts.retry}
        </Button>
      )}
      {actions}
    </>
  );
  return (
    <div role="alert" className="contents">
      <Block
        {...block}
        sign={<Icon name="error" className="mb-1 text-bad-ink" />}
        actions={buttons}
        foot={foot ?? ((errorKey || traceId) && <Trace errorKey={errorKey} traceId={traceId} />)}
      />
    </div>
  );
}

function Trace({ errorKey, traceId }: Pick<ErrorStateProps, 'errorKey' | 'traceId'>) {
  const texts = useKitTexts();
  const [copied, setCopied] = useState(false);
  const line = [errorKey, traceId].filter(Boolean).join(' ');
  return (
    <span className="flex flex-wrap items-center gap-x-1.5 font-mono text-2xs">
      {errorKey}
      {errorKey && traceId && <span aria-hidden>·</span>}
      {traceId && (
        <>
          <span className="font-sans text-xs">{texts.traceId}</span> {traceId}
        </>
      )}
      <IconButton
        icon={copied ? 'check' : 'copy'}
        aria-label={copied ? texts.copied : texts.copy}
        onClick={() => void navigator.clipboard?.writeText(line).then(() => setCopied(true))}
      />
    </span>
  );
}

function Block({ title, text, actions, foot, sign, level = 2 }: Omit<BlockProps, 'icon'> & { sign?: ReactNode }) {
  const Title = level === 1 ? 'h1' : 'h2';
  return (
    <div className="m-auto flex w-105 max-w-full flex-col items-start gap-1 p-4 whitespace-normal">
      {sign}
      <Title className="text-lg font-semibold">{title}</Title>
      {text && <div className="text-ink-2">{text}</div>}
      {actions && <div className="mt-3 flex flex-wrap gap-2">{actions}</div>}
      {foot && <div className="mt-2 text-xs text-ink-3">{foot}</div>}
    </div>
  );
}
