import { describe, expect, it } from 'vitest';
import { safePath } from './safe-path.ts';

describe('safePath', () => {
  it.each([
    '/',
    '/country?q=china&status=active',
    '/airport/form?id=12#place',
    '/users/user-list?next=https://evil.example',
  ])('returns %s', (text) => {
    expect(safePath(text)).toBe(text);
  });

  it.each([
    '//evil.example',
    '///evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    '/\t/evil.example',
    '/\n//evil.example',
    '/.//evil.example',
    '/x/..//evil.example',
    '/%2e//evil.example',
    'https://evil.example/country',
    'https:evil.example',
    'javascript:alert(1)',
    ' javascript:alert(1)',
    'data:text/html,x',
    'country',
    '@evil.example',
    '',
    undefined,
    1,
    ['/country'],
  ])('returns / for %j', (text) => {
    expect(safePath(text)).toBe('/');
  });

  it.each([
    '/login',
    '/login?to=/country',
    '/login/',
    '/Login',
    '/register?invite=x',
  ])('returns / for the public page %s', (text) => {
    expect(safePath(text)).toBe('/');
  });

  it.each([
    '/\\evil.example',
    '//evil.example',
    '/\t/evil.example',
    '/.//evil.example',
    '/x/..//evil.example',
  ])('returns a path that stays on its origin when resolved again: %j', (text) => {
    expect(new URL(safePath(text), 'https://gazetteer.example').origin).toBe('https://gazetteer.example');
  });
});
