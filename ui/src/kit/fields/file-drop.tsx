import type { ReactNode } from 'react';
import { DropZone, FileTrigger, Pressable, Text } from 'react-aria-components';
import { AriaProvider } from '#kit/aria-provider.tsx';
import { Button } from '#kit/buttons/button.tsx';
import { Icon } from '#kit/buttons/icon.tsx';
import { cx } from '#kit/cx.ts';

interface FileDropProps {
  /** which file to drop here; also the accessible name */
  label: string;
  /** shown while a file is dragged over it */
  dropLabel: string;
  buttonLabel: string;
  /** which files, how large */
  hint?: ReactNode;
  error?: ReactNode;
  busy?: boolean | undefined;
  accept?: readonly string[] | undefined;
  /** called with all dropped files; the caller must reject more than one if needed */
  onFiles: (files: readonly File[]) => void;
}

/** An area that files can be dropped or pasted into, with a button to choose them. */
export function FileDrop({ label, dropLabel, buttonLabel, hint, error, busy, accept, onFiles }: FileDropProps) {
  return (
    <AriaProvider>
      <DropZone
        aria-label={label}
        isDisabled={busy ?? false}
        getDropOperation={() => 'copy'}
        onDrop={async ({ items }) => {
          const dropped = items.filter((item) => item.kind === 'file');
          onFiles(await Promise.all(dropped.map((item) => item.getFile())));
        }}
        className={({ isDropTarget, isFocusVisible }) =>
          cx(
            'flex min-h-50 flex-col items-center justify-center gap-3 rounded-md border border-dashed px-6 py-8 text-center',
            isDropTarget
              ? 'border-accent bg-accent-soft'
              : error
                ? 'border-bad bg-bad-soft'
                : 'border-line-control bg-panel',
            isFocusVisible && 'outline-2 outline-offset-2 outline-focus',
          )
        }
      >
        {({ isDropTarget }) => (
          <>
            <Icon name="upload" className={isDropTarget ? 'text-accent-ink' : 'text-ink-3'} />
            <Text slot="label" className="text-md font-medium">
              {isDropTarget ? dropLabel : label}
            </Text>
            <FileTrigger
              {...(accept ? { acceptedFileTypes: accept } : {})}
              onSelect={(files) => files && onFiles([...files])}
            >
              <Pressable>
                <Button variant="primary" busy={busy}>
                  {buttonLabel}
                </Button>
              </Pressable>
            </FileTrigger>
            {error ? (
              <p role="alert" className="flex items-center gap-1 text-xs text-bad-ink">
                <Icon name="error" size={14} />
                {error}
              </p>
            ) : (
              hint && <p className="text-xs text-ink-3">{hint}</p>
            )}
          </>
        )}
      </DropZone>
    </AriaProvider>
  );
}
