/** An answer of the API, or that there was none. */
export interface Reply<T> {
  status: number;
  data: T;
}

export interface Api {
  /** Rejects if there was no response. */
  call<T>(method: string, path: string, options?: { body?: object; version?: number }): Promise<Reply<T>>;
  /** The data of an answer of success. */
  ok<T>(method: string, path: string, body?: object): Promise<T>;
}

/** Longer than the product's own request timeout. */
const TIMEOUT_MS = 15_000;

/** Calls by a token, a person's or a subscriber's. */
export function createApi(url: string, token?: string): Api {
  const headers = { 'Content-Type': 'application/json', ...(token && { Authorization: `Bearer ${token}` }) };
  const call: Api['call'] = async (method, path, { body, version } = {}) => {
    const response = await fetch(`${url}/dc/api/v1${path}`, {
      method,
      headers: { ...headers, ...(version !== undefined && { 'If-Match': `"${version}"` }) },
      ...(body && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    const text = await response.text();
    // The proxy's own error pages are not JSON.
    const json = response.headers.get('content-type')?.startsWith('application/json');
    return { status: response.status, data: json ? JSON.parse(text).data : text };
  };
  return {
    call,
    async ok(method, path, body) {
      // biome-ignore lint/suspicious/noExplicitAny: whoever asks knows what comes
      const { status, data } = await call<any>(method, path, body ? { body } : {});
      if (status >= 300) throw new Error(`${method} ${path}: ${status} ${JSON.stringify(data)}`);
      return data;
    },
  };
}

export async function signIn(url: string, username: string): Promise<{ api: Api; token: string }> {
  const body = { username, password: 'gazetteer-demo' };
  const { token } = await createApi(url).ok<{ token: string }>('POST', '/auth/login', body);
  return { api: createApi(url, token), token };
}
