import { vi } from 'vitest';
import type { Schemas } from '#api/metadata.gen.ts';
import { createSession, type SessionOptions } from '../src/session/create-session.ts';
import { createStorage } from '../src/session/storage.ts';
import { fakeStorage } from './fake-storage.ts';

/** Test helper: the real session, client and storage with a fake server and browser. */

export function createUser(username: string, ...permissions: string[]): Schemas['User'] {
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

/** Signs in to the console's own session, as another tab does; `setup.ts` signs out after each test. */
export function signIn(username: string, ...permissions: string[]): void {
  localStorage.setItem('user-info', JSON.stringify(createUser(username, ...permissions)));
  localStorage.setItem('token', 'abc');
  window.dispatchEvent(Object.assign(new Event('storage'), { key: 'token' }));
}

export function createTestSession(stored: Record<string, string> = {}, options: Partial<SessionOptions> = {}) {
  const localStorage = fakeStorage(stored);
  const storageEvents = new EventTarget();
  const effects = { goToLogin: vi.fn(), toast: vi.fn(), clearToast: vi.fn(), getLanguage: () => 'zh-CN' as const };
  const pendingResponses = new Map<string, (answer: Response | Error) => void>();
  const requests: Request[] = [];
  vi.stubGlobal('fetch', (request: Request) => {
    requests.push(request);
    return new Promise<Response>((resolve, reject) => {
      pendingResponses.set(new URL(request.url).pathname, (answer) =>
        answer instanceof Error ? reject(answer) : resolve(answer),
      );
    });
  });
  const { session, api } = createSession({
    effects,
    storage: createStorage(() => localStorage),
    baseUrl: 'http://gazetteer.example/dc',
    storageEvents,
    ...options,
  });
  return {
    session,
    api,
    localStorage,
    effects,
    requests,
    /** Responds to the pending request; status 0 breaks the connection. */
    respond(path: string, status: number, data: unknown): void {
      const answer = pendingResponses.get(`/dc${path}`);
      if (!answer) throw new Error(`no pending request of ${path}`);
      pendingResponses.delete(`/dc${path}`);
      const body = JSON.stringify({ code: status, message: status < 300 ? 'OK' : '…', data });
      answer(status === 0 ? new TypeError('fetch failed') : new Response(body, { status }));
    },
    /** Changes the shared storage as another tab does. */
    changeInOtherTab(token: string | null, user: Schemas['User'] | null): void {
      if (token === null) localStorage.clear();
      else {
        localStorage.setItem('user-info', JSON.stringify(user));
        localStorage.setItem('token', token);
      }
      storageEvents.dispatchEvent(Object.assign(new Event('storage'), { key: 'token' }));
    },
  };
}
