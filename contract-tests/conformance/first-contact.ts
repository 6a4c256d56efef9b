import { type ApiResponse, NoResponse, send } from '../suite/requests/client.ts';
import type { TestBackend } from '../suite/test-backend.ts';
import { CannotRun } from './options.ts';

/** What is probably wrong at the first request. */
const hints: Record<string, string> = {
  DEPTH_ZERO_SELF_SIGNED_CERT: 'its certificate is signed by itself; name it in NODE_EXTRA_CA_CERTS',
  SELF_SIGNED_CERT_IN_CHAIN: 'its certificate is signed by an unknown authority; name that in NODE_EXTRA_CA_CERTS',
  ERR_SSL_WRONG_VERSION_NUMBER: 'it speaks http, not https, at that port',
  ERR_SSL_PACKET_LENGTH_TOO_LONG: 'it speaks http, not https, at that port',
  EPROTO: 'it does not speak https at that port',
  UND_ERR_SOCKET: 'the connection was closed; perhaps it speaks https at that port',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE:
    'its certificate is signed by an unknown authority; name that in NODE_EXTRA_CA_CERTS',
};

/** Signs in with every account, and says in words what is wrong if that fails. @throws {CannotRun} */
export async function makeContact(backend: TestBackend): Promise<void> {
  const { accounts } = backend.sessions;
  const roles = Object.keys(accounts);
  if (roles.length === 0) throw new CannotRun('There are no accounts: pass --user or --users.');
  for (const role of roles) {
    const response = await signIn(backend, role);
    if (role === roles[0]) await assertAnswersLogin(backend, response);
    if (response.status !== 200 || !response.data.token || !response.data.user)
      throw new CannotRun(describeRefusal(backend, role, response));
    backend.sessions.useSession(role, response);
  }
  const [editor, reviewer] = ['editor', 'reviewer'].map((role) => accounts[role] && backend.sessions.username(role));
  if (reviewer !== undefined && reviewer === editor)
    throw new CannotRun(
      `The roles editor and reviewer have the same account ${reviewer}, but nobody may review their own work: give one of them another account.`,
    );
}

/** @throws {CannotRun} if nothing answers */
async function signIn(backend: TestBackend, role: string): Promise<ApiResponse> {
  try {
    return await backend.sessions.signIn(role);
  } catch (error) {
    if (!(error instanceof NoResponse)) throw error;
    const reason = hints[error.code ?? ''] ?? error.message.replace('no response: ', '');
    throw new CannotRun(`No backend answers at ${backend.address.url}: ${reason}.`);
  }
}

/** Distinguishes a backend from other servers, and from its own address without the base path. */
async function assertAnswersLogin(backend: TestBackend, response: ApiResponse): Promise<void> {
  const location = response.headers.get('location');
  if (response.status >= 300 && response.status < 400 && location !== null)
    throw new CannotRun(describeRedirection(backend.address.url, response.status, location));
  if (isEnvelope(response) && (response.status !== 404 || response.data.key !== 'notFound')) return;
  const { url } = backend.address;
  const withBasePath = `${url}/dc`;
  if (!new URL(url).pathname.endsWith('/dc')) {
    const retried = await send(withBasePath, backend.operation('login'), { body: {} }).catch(() => undefined);
    if (retried && isEnvelope(retried) && retried.status !== 404)
      throw new CannotRun(
        `The URL lacks the base path: nothing answers at ${url}/api/v1, but at ${withBasePath}/api/v1. Pass --url ${withBasePath}.`,
      );
  }
  const request = `POST ${url}/api/v1/auth/login`;
  const type = response.headers.get('content-type')?.split(';')[0] ?? 'no content type';
  const answer = `It answers ${response.status} with ${type}`;
  if (typeof response.body === 'string')
    throw new CannotRun(
      `${request} is not answered with JSON, so this is not the backend. ${answer}: ${excerpt(response.body)}`,
    );
  if (isEnvelope(response))
    throw new CannotRun(
      `${request} is answered with 404: the backend has no sign-in, which every other operation needs.`,
    );
  throw new CannotRun(
    `${request} is answered without the envelope {code, message, data}. ${answer}: ${excerpt(JSON.stringify(response.body))}`,
  );
}

function describeRedirection(url: string, status: number, location: string): string {
  const target = new URL(location, `${url}/api/v1/auth/login`).href;
  const base = /^(.*)\/api\/v1\/auth\/login\/?$/.exec(target)?.[1];
  const advice = base === undefined ? 'Pass the URL at which the backend itself answers' : `Pass --url ${base}`;
  return `POST ${url}/api/v1/auth/login is redirected (${status}) to ${target}. ${advice}.`;
}

function isEnvelope({ body }: ApiResponse): boolean {
  const { code, message, data } = Object(body);
  return typeof code === 'number' && typeof message === 'string' && typeof data === 'object';
}

function describeRefusal(backend: TestBackend, role: string, { status, data, message }: ApiResponse): string {
  const { name } = backend.sessions.account(role);
  const remedies: Record<number, string> = {
    202: 'It asks for a second factor; pass an account without one',
    422: 'The name or the password is wrong',
    429: 'Too many sign-ins have failed; wait, or raise the limit for this backend',
  };
  const answer = [status, data?.key, message].filter(Boolean).join(' ');
  const reason = remedies[status] ?? 'Its answer is not that of a sign-in';
  return `The account ${name} of the role ${role} cannot sign in (${answer}). ${reason}: --user ${role}=name:password, or --users file.`;
}

const excerpt = (text: string) => text.replace(/\s+/g, ' ').slice(0, 120);
