import { type ReactNode, useState } from 'react';
import { Button, IconButton } from '#kit/buttons/button.tsx';
import { Icon, type IconName } from '#kit/buttons/icon.tsx';
import { writeToClipboard } from '#kit/clipboard.ts';
import { cx } from '#kit/cx.ts';
import { useKitTexts } from '#kit/kit-texts.tsx';

export interface StateBlockProps {
  title: ReactNode;
  /** explains what is missing and what to do */
  text?: ReactNode;
  actions?: ReactNode;
  icon?: IconName | undefined;
  /** small text below the actions */
  footnote?: ReactNode;
  /** the heading level: 1 if the page has no other heading */
  level?: 1 | 2 | undefined;
}

interface ErrorStateProps extends StateBlockProps {
  onRetry?: (() => void) | undefined;
  retrying?: boolean | undefined;
  /** the error's key in the contract, which can be copied for support together with the trace id */
  errorKey?: string | undefined;
  traceId?: string | undefined;
}

export function ErrorState(props: ErrorStateProps) {
  const { icon = 'error', onRetry, retrying, errorKey, traceId, actions, footnote, ...block } = props;
  const texts = useKitTexts();
  const buttons = (onRetry || actions) && (
    <>
      {onRetry && (
        <Button icon="retry" busy={retrying} onClick={onRetry}>
          {texts.retry}
        </Button>
      )}
      {actions}
    </>
  );
  return (
    <div role="alert" className="contents">
      <StateBlock
        {...block}
        illustration={<Icon name={icon} className={cx('mb-1', icon === 'error' ? 'text-bad-ink' : 'text-ink-3')} />}
        actions={buttons}
        footnote={
          footnote ??
          ((errorKey || traceId) && <TraceLine key={`${errorKey} ${traceId}`} errorKey={errorKey} traceId={traceId} />)
        }
      />
    </div>
  );
}

/** The key and the trace id of an error, with a button that copies both. */
function TraceLine({ errorKey, traceId }: Pick<ErrorStateProps, 'errorKey' | 'traceId'>) {
  const texts = useKitTexts();
  const text = [errorKey, traceId].filter(Boolean).join(' ');
  const [isCopied, setIsCopied] = useState<boolean>();
  return (
    <span className="flex flex-wrap items-center gap-x-1.5 font-mono text-2xs">
      {errorKey}
      {errorKey && traceId && <span aria-hidden>·</span>}
      {/* the button stays beside what it copies */}
      <span className="flex min-w-0 items-center gap-x-1.5">
        {traceId && (
          <>
            <span className="flex-none font-sans text-xs">{texts.traceId}</span>
            <span className="min-w-0 break-all select-all">{traceId}</span>
          </>
        )}
        <IconButton
          icon={isCopied ? 'check' : 'copy'}
          aria-label={isCopied ? texts.copied : texts.copy}
          onClick={() => void writeToClipboard(text).then(setIsCopied)}
        />
      </span>
      <span role="status" className="font-sans text-xs text-bad-ink">
        {isCopied === false && texts.copyFailed}
      </span>
    </span>
  );
}

/** The common layout of empty and failed content. */
export function StateBlock({
  title,
  text,
  actions,
  footnote,
  illustration,
  level = 2,
}: Omit<StateBlockProps, 'icon'> & { illustration?: ReactNode }) {
  const Title = level === 1 ? 'h1' : 'h2';
  return (
    <div className="m-auto flex w-105 max-w-full flex-col items-start gap-1 p-4 whitespace-normal">
      {illustration}
      <Title className="text-lg font-semibold">{title}</Title>
      {text && <div className="text-ink-2">{text}</div>}
      {actions && <div className="mt-3 flex flex-wrap gap-2">{actions}</div>}
      {footnote && <div className="mt-2 text-xs text-ink-3">{footnote}</div>}
    </div>
  );
}
