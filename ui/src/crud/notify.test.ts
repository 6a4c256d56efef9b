import { beforeEach, expect, it } from 'vitest';
import { clearError, notify, toasts } from './notify.ts';

const shown = () => toasts.list().flatMap(({ message, isLeaving }) => (isLeaving ? [] : message));

beforeEach(() => {
  for (const { id } of toasts.list()) toasts.dismiss(id);
});

it('removes the message of an action that has succeeded since, and no other', () => {
  notify.error('Not saved', 'save 1');
  notify.error('No answer', 'submit 1');
  notify.error('Copying failed');
  clearError('save 1');
  clearError('save 2');
  expect(shown()).toEqual(['Copying failed', 'No answer']);
});

it('shows only the last failure of an action', () => {
  notify.error('Not saved', 'save 1');
  notify.error('No answer', 'save 1');
  expect(shown()).toEqual(['No answer']);
  notify.error('No answer', 'save 1');
  expect(shown()).toEqual(['No answer']);
});
