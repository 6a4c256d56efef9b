import { type ReactNode, useId } from 'react';
import { Icon } from '#kit/buttons/icon.tsx';
import { cx } from '#kit/cx.ts';
import { useKitTexts } from '#kit/kit-texts.tsx';
import { FieldContext } from './field-context.ts';

export interface FieldFrame {
  label: ReactNode;
  required?: boolean | undefined;
  help?: ReactNode;
  error?: ReactNode;
  warning?: ReactNode;
  /** at the label's right: what it is derived from, a language tag, a count */
  aside?: ReactNode;
  /** Leaves out the empty line below: for frames whose errors appear elsewhere. */
  tight?: boolean | undefined;
  className?: string | undefined;
}

interface FieldProps extends FieldFrame {
  children: ReactNode;
  /** For several controls, which no label element can name: a fieldset around them has the name. */
  group?: boolean | undefined;
}

/** A control with its label above; help, warning and error share one line below, so that the layout does not shift. */
export function Field({ label, required, help, error, warning, aside, tight, group, className, children }: FieldProps) {
  const texts = useKitTexts();
  const id = useId();
  const line = error || warning || help;
  const tone = error ? 'bad' : warning ? 'warn' : undefined;
  const describedBy = line ? `${id}-line` : undefined;
  const Label = group ? 'span' : 'label';
  const content = (
    <>
      <div className="flex items-center gap-1 text-xs text-ink-2">
        <Label id={`${id}-label`} {...(group ? {} : { htmlFor: id })} className="min-w-0 truncate">
          {label}
          {required && (
            <span aria-hidden className="ml-1 text-bad-ink" title={texts.required}>
              *
            </span>
          )}
        </Label>
        {aside && <span className="ml-auto flex-none pl-2 text-ink-3">{aside}</span>}
      </div>
      <FieldContext value={{ id, labelId: `${id}-label`, describedBy, tone, required: required === true }}>
        {children}
      </FieldContext>
      {(line || !tight) && (
        <div
          id={describedBy}
          aria-live={tone ? 'polite' : undefined}
          className={cx(
            'flex min-h-4 items-start gap-1 text-xs',
            tone === 'bad' ? 'text-bad-ink' : tone === 'warn' ? 'text-warn-ink' : 'text-ink-3',
          )}
        >
          {tone && <Icon name={tone === 'bad' ? 'error' : 'warning'} size={14} className="mt-px" />}
          {line}
        </div>
      )}
    </>
  );
  const classes = cx('flex min-w-0 flex-col gap-1', className);
  if (!group) return <div className={classes}>{content}</div>;
  return (
    <fieldset aria-labelledby={`${id}-label`} aria-describedby={describedBy} className={classes}>
      {content}
    </fieldset>
  );
}
