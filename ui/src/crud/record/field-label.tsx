import { pointerText } from '#crud/value-text.ts';

interface Props {
  pointer: string;
  /** What the field is called where it stands, if not by its whole name. */
  text?: string;
}

/** The label of a form's field, marked by its pointer so that errors and notes lead to it in any language. */
export const FieldLabel = ({ pointer, text = pointerText(pointer) }: Props) => (
  <span data-pointer={pointer}>{text}</span>
);
