import { plainText } from '#crud/value-text.ts';
import { Tag } from '#kit/tag.tsx';
import type { State } from './verification.ts';

const looks = {
  unverified: {},
  verified: { tone: 'ok', icon: 'check' },
  failed: { tone: 'bad', icon: 'error' },
} as const;

/** How the record stands, whatever is being chosen. */
export const StateTag = ({ state }: { state: State }) => <Tag {...looks[state]}>{plainText('state', state)}</Tag>;
