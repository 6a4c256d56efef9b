export interface Client {
  /** The `data` of an answer; throws where it is none of success. */
  json<T>(method: string, path: string, body?: object): Promise<T>;
  bytes(method: string, path: string, body: Buffer): Promise<void>;
}

/** Calls the API as somebody. */
export async function signIn(url: string, username: string): Promise<Client> {
  const api = `${url}/dc/api/v1`;
  const headers: Record<string, string> = { 'Content-Type': 'application/json', 'Accept-Language': 'en' };
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
  const credentials = { username, password: 'gazetteer-demo' };
  const { data } = await call('POST', '/auth/login', JSON.stringify(credentials));
  headers.Authorization = `Bearer ${data.token}`;
  return {
    json: async (method, path, body) => (await call(method, path, body && JSON.stringify(body))).data,
    bytes: async (method, path, body) => {
      await call(method, path, new Uint8Array(body), 'application/octet-stream');
    },
  };
}
