import { type ClipboardEvent, useState } from 'react';
import { useForm } from '#crud/record/form-context.ts';
import { type Axis, type Coordinates, parseCoordinates } from '#kit/coordinates.ts';
import { CoordinateField, type Notation } from './coordinate-field.tsx';
import { useRecordPoint } from './record-point.ts';

interface Props {
  notation: Notation;
  /** odd, but not refused */
  warning?: string | undefined;
}

/** Latitude and longitude; a pair pasted into either fills both. */
export function CoordinatesForm({ notation, warning }: Props) {
  const { values } = useForm();
  const { setPoint } = useRecordPoint();
  const [typing, setTyping] = useState<{ axis: Axis; text: string }>();

  function takePair(pair: Coordinates): void {
    setTyping(undefined);
    setPoint(pair);
  }
  function paste(event: ClipboardEvent): void {
    const pair = parseCoordinates(event.clipboardData.getData('text'));
    if (!pair) return;
    event.preventDefault();
    takePair(pair);
  }
  function leave(axis: Axis): void {
    const pair = typing && typeof values[axis] === 'string' ? parseCoordinates(typing.text) : null;
    if (pair) takePair(pair);
    else setTyping(undefined);
  }
  const field = (axis: Axis) => (
    <CoordinateField
      axis={axis}
      notation={notation}
      typed={typing?.axis === axis ? typing.text : undefined}
      onType={(text) => setTyping({ axis, text })}
      onLeave={() => leave(axis)}
      warning={axis === 'latitude' ? warning : undefined}
      odd={warning !== undefined}
    />
  );
  return (
    <div className="grid grid-cols-2 gap-x-4 gap-y-2 @2xl:grid-cols-1" onPaste={paste}>
      {field('latitude')}
      {field('longitude')}
    </div>
  );
}
