import { vi } from 'vitest';
import type { Schemas } from '#api/facts.gen.ts';
import { createSession, type SessionOptions } from './create-session.ts';
import { fakeStorage } from './fake-storage.ts';
import { createStorage } from './storage.ts';

/** Test helper: the real session, client and storage around a server and a browser that do as they are told. */

export function userOf(username: string, ...permissions: string[]): Schemas['User'] {
  return {
    id: 1,
    username,
    displayName: username,
    email: `${username}@gazetteer.example`,
    status: 'active',
    secondFactor: false,
    secondFactorRequired: false,
    recoveryCodes: 0,
    preview: false,
    roles: [{ name: 'staff', displayName: '员工', permissions: permissions.map((name) => ({ name })) }],
  };
}

export function sessionWorld(stored: Record<string, string> = {}, options: Partial<SessionOptions> = {}) {
  const local = fakeStorage(stored);
  const tabs = new EventTarget();
  const effects = { goToLogin: vi.fn(), toast: vi.fn(), getLanguage: () => 'zh-CN' as const };
  const waiting = new Map<string, (answer: Response | Error) => void>();
  const requests: Request[] = [];
  vi.stubGlobal('fetch', (request: Request) => {
    requests.push(request);
    return new Promise<Response>((resolve, reject) => {
      waiting.set(new URL(request.url).pathname, (answer) =>
        answer instanceof Error ? reject(answer) : resolve(answer),
      );
    });
  });
  const { session, api } = createSession({
    effects,
    storage: createStorage(() => local),
    baseUrl: 'http://gazetteer.example/dc',
    tabs,
    ...options,
  });
  return {
    session,
    api,
    local,
    effects,
    requests,
    /** Answers the call under way; status 0 breaks the connection. */
    respond(path: string, status: number, data: unknown): void {
      const answer = waiting.get(`/dc${path}`);
      if (!answer) throw new Error(`nobody asked for ${path}`);
      waiting.delete(`/dc${path}`);
      const body = JSON.stringify({ code: status, message: status < 300 ? 'OK' : '…', data });
      answer(status === 0 ? new TypeError('fetch failed') : new Response(body, { status }));
    },
    /** What another tab writes into the storage that all tabs share. */
    elsewhere(token: string | null, user: Schemas['User'] | null): void {
      if (token === null) local.clear();
      else {
        local.setItem('user-info', JSON.stringify(user));
        local.setItem('token', token);
      }
      tabs.dispatchEvent(Object.assign(new Event('storage'), { key: 'token' }));
    },
  };
}
