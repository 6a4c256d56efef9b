export type Account = 'admin' | 'editor' | 'reviewer' | 'viewer';
export const demoPassword = 'gazetteer-demo';

export interface SignInResult {
  token: string;
  user: Record<string, unknown>;
}

interface Envelope {
  code: number;
  message: string;
  // Each caller knows the response type of its own request.
  // biome-ignore lint/suspicious/noExplicitAny: journeys read single fields of many different responses
  data: any;
}

async function send(url: string, method: string, path: string, headers: Record<string, string>, body?: unknown) {
  const [contentType, payload] = body instanceof Blob ? [body.type, body] : ['application/json', JSON.stringify(body)];
  const response = await fetch(`${url}/dc/api/v1${path}`, {
    method,
    headers: { 'Content-Type': contentType, ...headers },
    ...(body === undefined ? {} : { body: payload }),
  });
  // The cast: every response of the API is an envelope.
  const envelope = (await response.json()) as Envelope;
  if (response.ok) return envelope.data;
  throw new Error(`${method} ${path}: ${envelope.code} ${envelope.message} ${JSON.stringify(envelope.data)}`);
}

export const signIn = (url: string, username: string): Promise<SignInResult> =>
  send(url, 'POST', '/auth/login', {}, { username, password: demoPassword });

/** Creates an API client for a user, for actions of people other than the one at the browser. */
export async function createApiClient(url: string, username: string) {
  const { token } = await signIn(url, username);
  const call = (method: string, path: string, body?: unknown, version?: number) =>
    send(
      url,
      method,
      path,
      { Authorization: `Bearer ${token}`, ...(version === undefined ? {} : { 'If-Match': `"${version}"` }) },
      body,
    );
  /** Operations on the records of one entity, which are identified by their codes. */
  const resource = (path: string) => {
    const find = async (code: string) => (await call('GET', `${path}?page=1&pageSize=10&code=${code}`)).items[0];
    return {
      find,
      create: async (fields: object) => (await call('POST', path, { locales: {}, ...fields })).record,
      /** Updates some fields of a record. */
      change: async (code: string, changes: object) => {
        const { id, status, version, createTime, updateTime, createdBy, updatedBy, warnings, ...values } =
          await find(code);
        return (await call('PUT', `${path}/${id}`, { ...values, ...changes }, version)).record;
      },
      transition: async (code: string, event: string, reason?: string) => {
        const { id, version } = await find(code);
        return call('POST', `${path}/${id}/transitions`, { event, ...(reason ? { reason } : {}) }, version);
      },
    };
  };
  return { call, resource, ...resource('/countries') };
}

export type ApiClient = Awaited<ReturnType<typeof createApiClient>>;
