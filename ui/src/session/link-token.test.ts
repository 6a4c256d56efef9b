import { describe, expect, it } from 'vitest';
import { takeLinkToken } from './link-token.ts';

function takeToken(pathname: string, search: string) {
  const replacedUrls: (string | URL | null | undefined)[] = [];
  const token = takeLinkToken({ pathname, search }, { replaceState: (_state, _title, url) => replacedUrls.push(url) });
  return { token, replacedUrls };
}

describe('takeLinkToken', () => {
  it.each([
    ['/login', '?reset=a-b_c', 'reset', '/login?reset='],
    ['/register', '?invite=a-b_c', 'invite', '/register?invite='],
    ['/register', '?setup=a-b_c', 'setup', '/register?setup='],
    ['/login/', '?reset=a-b_c&to=%2Fcountry', 'reset', '/login/?reset='],
    ['/Login', '?reset=a-b_c', 'reset', '/Login?reset='],
  ] as const)('takes the token of %s%s and keeps its purpose in the URL', (pathname, search, purpose, remainingUrl) => {
    expect(takeToken(pathname, search)).toEqual({ token: { purpose, token: 'a-b_c' }, replacedUrls: [remainingUrl] });
  });

  it('keeps a numeric token as a string', () => {
    expect(takeToken('/login', '?reset=0012e5').token?.token).toBe('0012e5');
  });

  it.each([
    ['/login', '?forgot'],
    ['/login', '?reset='],
    ['/login', '?invite=abc'],
    ['/register', ''],
    ['/country', '?reset=abc'],
  ])('ignores %s%s', (pathname, search) => {
    expect(takeToken(pathname, search)).toEqual({ token: undefined, replacedUrls: [] });
  });
});
