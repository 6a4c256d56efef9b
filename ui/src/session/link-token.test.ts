import { describe, expect, it } from 'vitest';
import { takeLinkToken } from './link-token.ts';

function open(pathname: string, search: string) {
  const shown: (string | URL | null | undefined)[] = [];
  const found = takeLinkToken({ pathname, search }, { replaceState: (_state, _title, url) => shown.push(url) });
  return { found, shown };
}

describe('takeLinkToken', () => {
  it.each([
    ['/login', '?reset=a-b_c', 'reset', '/login?reset='],
    ['/register', '?invite=a-b_c', 'invite', '/register?invite='],
    ['/register', '?setup=a-b_c', 'setup', '/register?setup='],
    ['/login/', '?reset=a-b_c&to=%2Fcountry', 'reset', '/login/?reset='],
    ['/Login', '?reset=a-b_c', 'reset', '/Login?reset='],
  ] as const)('takes the token of %s%s and leaves what it was for', (pathname, search, purpose, left) => {
    expect(open(pathname, search)).toEqual({ found: { purpose, token: 'a-b_c' }, shown: [left] });
  });

  it('keeps a token of figures as the text it is', () => {
    expect(open('/login', '?reset=0012e5').found?.token).toBe('0012e5');
  });

  it.each([
    ['/login', '?forgot'],
    ['/login', '?reset='],
    ['/login', '?invite=abc'],
    ['/register', ''],
    ['/country', '?reset=abc'],
  ])('leaves %s%s alone', (pathname, search) => {
    expect(open(pathname, search)).toEqual({ found: undefined, shown: [] });
  });
});
