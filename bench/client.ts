export interface Client {
  /** Sends a request and returns the `data` of the response. It throws if the response is an error. */
  requestJson<T>(method: string, path: string, body?: object): Promise<T>;
  sendBytes(method: string, path: string, body: Buffer): Promise<void>;
}

/** Signs a user in and returns the token. */
export async function fetchToken(url: string, username: string): Promise<string> {
  const response = await fetch(`${url}/dc/api/v1/auth/login`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ username, password: 'gazetteer-demo' }),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`signing in as ${username}: ${response.status} ${text}`);
  return JSON.parse(text).data.token;
}

/** Signs a user in and returns an API client with the token. */
export async function signIn(url: string, username: string): Promise<Client> {
  const api = `${url}/dc/api/v1`;
  const Authorization = `Bearer ${await fetchToken(url, username)}`;
  const headers = { Authorization, 'Content-Type': 'application/json', 'Accept-Language': 'en' };
  const call = async (method: string, path: string, body?: RequestInit['body'], type = 'application/json') => {
    const response = await fetch(`${api}${path}`, {
      method,
      headers: { ...headers, ...(body === undefined ? {} : { 'Content-Type': type }) },
      ...(body === undefined ? {} : { body }),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text.slice(0, 300)}`);
    return JSON.parse(text);
  };
  return {
    requestJson: async (method, path, body) => (await call(method, path, body && JSON.stringify(body))).data,
    sendBytes: async (method, path, body) => {
      await call(method, path, new Uint8Array(body), 'application/octet-stream');
    },
  };
}
