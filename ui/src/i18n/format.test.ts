import { expect, it, vi } from 'vitest';
import { bytesText } from './format.ts';

// loading texts sets the language of the document
vi.hoisted(() => vi.stubGlobal('document', { documentElement: {} }));

it.each([
  [0, '0 B'],
  [1023, '1023 B'],
  [1024, '1.0 KiB'],
  [1_048_524, '1023.9 KiB'],
  [1_048_525, '1.0 MiB'],
  [1_048_576, '1.0 MiB'],
  [3_565_158, '3.4 MiB'],
])('formats %d bytes as %s', (bytes, text) => expect(bytesText(bytes)).toBe(text));
