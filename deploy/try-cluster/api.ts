/** A response of the API or of the proxy before it. */
export interface Reply<T> {
  status: number;
  data: T;
}

export interface Api {
  /** Rejects if there was no response. */
  call<T>(method: string, path: string, options?: { body?: object; version?: number }): Promise<Reply<T>>;
  /** Returns the response's data; throws unless it is a success. */
  callOk<T>(method: string, path: string, body?: object): Promise<T>;
}

/** Longer than the product's own request timeout. */
const TIMEOUT_MS = 15_000;

/** Calls the API with the token of a user or a subscriber. */
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
    async callOk(method, path, body) {
      // biome-ignore lint/suspicious/noExplicitAny: the caller states the type of the response
      const { status, data } = await call<any>(method, path, body ? { body } : {});
      if (status >= 300) throw new Error(`${method} ${path}: ${status} ${JSON.stringify(data)}`);
      return data;
    },
  };
}

export async function signIn(url: string, username: string): Promise<{ api: Api; token: string }> {
  const body = { username, password: 'gazetteer-demo' };
  const { token } = await createApi(url).callOk<{ token: string }>('POST', '/auth/login', body);
  return { api: createApi(url, token), token };
}
