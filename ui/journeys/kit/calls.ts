export type Account = 'admin' | 'editor' | 'reviewer' | 'viewer';
export const password = 'gazetteer-demo';

export interface SignedIn {
  token: string;
  user: Record<string, unknown>;
}

interface Envelope {
  code: number;
  message: string;
  // what a call answers is known where it is made
  // biome-ignore lint/suspicious/noExplicitAny: journeys read single fields out of many kinds of answers
  data: any;
}

async function send(url: string, method: string, path: string, headers: Record<string, string>, body?: unknown) {
  const [type, sent] = body instanceof Blob ? [body.type, body] : ['application/json', JSON.stringify(body)];
  const response = await fetch(`${url}/dc/api/v1${path}`, {
    method,
    headers: { 'Content-Type': type, ...headers },
    ...(body === undefined ? {} : { body: sent }),
  });
  // every answer of the product is an envelope
  const envelope = (await response.json()) as Envelope;
  if (response.ok) return envelope.data;
  throw new Error(`${method} ${path}: ${envelope.code} ${envelope.message} ${JSON.stringify(envelope.data)}`);
}

export const signIn = (url: string, username: string): Promise<SignedIn> =>
  send(url, 'POST', '/auth/login', {}, { username, password });

/** What somebody does elsewhere while the journey goes on: a call with their own token. */
export async function actAs(url: string, username: string) {
  const { token } = await signIn(url, username);
  const call = (method: string, path: string, body?: unknown, version?: number) =>
    send(
      url,
      method,
      path,
      { Authorization: `Bearer ${token}`, ...(version === undefined ? {} : { 'If-Match': `"${version}"` }) },
      body,
    );
  /** What is done with one kind's records, which are called by their codes. */
  const of = (resource: string) => {
    const find = async (code: string) => (await call('GET', `${resource}?page=1&pageSize=10&code=${code}`)).items[0];
    return {
      find,
      create: async (fields: object) => (await call('POST', resource, { locales: {}, ...fields })).record,
      /** Some fields of a record, over what it is now. */
      change: async (code: string, part: object) => {
        const { id, status, version, createTime, updateTime, createdBy, updatedBy, warnings, ...values } =
          await find(code);
        return (await call('PUT', `${resource}/${id}`, { ...values, ...part }, version)).record;
      },
      transition: async (code: string, event: string, reason?: string) => {
        const { id, version } = await find(code);
        return call('POST', `${resource}/${id}/transitions`, { event, ...(reason ? { reason } : {}) }, version);
      },
    };
  };
  return { call, of, ...of('/countries') };
}
