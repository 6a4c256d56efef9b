import type { ColumnSpec } from '#crud/define-entity.ts';
import { plainText } from '#crud/value-text.ts';
import { StatusMark } from '#kit/status-mark.tsx';
import { stateOf, tones } from './verification.ts';

export const verificationColumn: ColumnSpec = {
  id: 'verificationState',
  width: 104,
  cell: (record) => {
    const state = stateOf(record);
    return <StatusMark status={tones[state]} label={plainText('verificationState', state)} />;
  },
};
