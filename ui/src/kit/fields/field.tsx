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
  /** shown at the right of the label: a source, a language tag, a count */
  aside?: ReactNode;
  /** reserves no line for a message below, for fields whose errors appear elsewhere */
  tight?: boolean | undefined;
  className?: string | undefined;
}

/** Returns the properties of a field's control, which are those that do not belong to its frame. */
export function controlProps<P extends FieldFrame>(props: P) {
  const { label, required, help, error, warning, aside, tight, className, ...control } = props;
  return control;
}

/** The error of a list as a whole, below its rows; focusable, because no single control of the list is invalid. */
export const ListError = ({ className, children }: { className?: string; children: ReactNode }) => (
  <p tabIndex={-1} data-invalid role="alert" className={cx('flex items-start gap-1 text-xs text-bad-ink', className)}>
    <Icon name="error" size={14} className="mt-px" />
    {children}
  </p>
);

interface FieldProps extends FieldFrame {
  children: ReactNode;
  /** renders a fieldset, for several controls that share a label */
  group?: boolean | undefined;
}

/** A control with its label above. Help, warning and error share one line below, so that the layout does not shift. */
export function Field({ label, required, help, error, warning, aside, tight, group, className, children }: FieldProps) {
  const texts = useKitTexts();
  const id = useId();
  const message = error || warning || help;
  const tone = error ? 'bad' : warning ? 'warn' : undefined;
  const describedBy = message ? `${id}-line` : undefined;
  const LabelTag = group ? 'span' : 'label';
  const content = (
    <>
      <div className={cx('flex items-center gap-1 text-xs text-ink-2', Boolean(aside) && '@container')}>
        <LabelTag id={`${id}-label`} {...(group ? {} : { htmlFor: id })} className="min-w-0 truncate">
          {label}
          {required && (
            <span aria-hidden className="ml-1 text-bad-ink" title={texts.required}>
              *
            </span>
          )}
        </LabelTag>
        {aside && <span className="ml-auto flex-none pl-2 text-ink-3">{aside}</span>}
      </div>
      <FieldContext value={{ id, labelId: `${id}-label`, describedBy, tone, required: required === true }}>
        {children}
      </FieldContext>
      {(message || !tight) && (
        <div
          id={describedBy}
          aria-live={tone ? 'polite' : undefined}
          className={cx(
            'flex min-h-4 items-start gap-1 text-xs',
            tone === 'bad' ? 'text-bad-ink' : tone === 'warn' ? 'text-warn-ink' : 'text-ink-3',
          )}
        >
          {tone && <Icon name={tone === 'bad' ? 'error' : 'warning'} size={14} className="mt-px" />}
          {message}
        </div>
      )}
    </>
  );
  const fieldClassName = cx('flex min-w-0 flex-col gap-1', className);
  if (!group) return <div className={fieldClassName}>{content}</div>;
  return (
    <fieldset aria-labelledby={`${id}-label`} aria-describedby={describedBy} className={fieldClassName}>
      {content}
    </fieldset>
  );
}
