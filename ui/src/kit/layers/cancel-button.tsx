import { type ReactNode, type Ref, use } from 'react';
import { Button } from '#kit/buttons/button.tsx';
import { useKitTexts } from '#kit/kit-texts.tsx';
import { RequestCloseContext } from './dialog.tsx';

interface Props {
  ref?: Ref<HTMLButtonElement>;
  children?: ReactNode;
}

/** The button in the footer of a dialog that closes it, after a question if something is typed in it. */
export function CancelButton({ ref, children }: Props) {
  const texts = useKitTexts();
  const requestClose = use(RequestCloseContext);
  return (
    <Button {...(ref && { ref })} onClick={requestClose}>
      {children ?? texts.cancel}
    </Button>
  );
}
