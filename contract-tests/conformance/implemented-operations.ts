import { type Operation, operationsOf } from '../contract/operations.ts';
import { type ApiResponse, NoResponse, type RequestInput, send } from '../suite/requests/client.ts';
import type { TestBackend } from '../suite/test-backend.ts';
import { harmlessRequest } from '../suite/values/harmless-request.ts';

/** The statuses by which servers refuse paths and methods that they do not know. */
export const missingStatuses = [404, 405, 501];

/** Finds out which operations a backend has at all, by requests that every backend must refuse as malformed. */
export class ImplementedOperations {
  readonly #backend: TestBackend;
  readonly #known = new Map<string, Promise<boolean>>();
  /** By method, whether unknown paths are answered with the contract's own 404. */
  readonly #unknownPaths = new Map<string, Promise<boolean>>();

  constructor(backend: TestBackend) {
    this.#backend = backend;
  }

  has(operation: Operation): Promise<boolean> {
    const known = this.#known.get(operation.id) ?? this.#probe(operation);
    this.#known.set(operation.id, known);
    return known;
  }

  /** For an operation whose cases got nothing but 404 after all. */
  markMissing(operation: Operation): void {
    this.#known.set(operation.id, Promise.resolve(false));
  }

  async #probe(operation: Operation): Promise<boolean> {
    try {
      return await this.#isAnswered(operation);
    } catch (error) {
      // The cases will say what is wrong.
      if (error instanceof NoResponse) return true;
      throw error;
    }
  }

  async #isAnswered(operation: Operation): Promise<boolean> {
    const request = harmlessRequest(operation);
    const malformedRequest = { ...request, query: { ...request.query, nonsense: '1' } };
    const response = await this.#send(operation, malformedRequest);
    if (isOfOtherPath(operation, response)) return false;
    if (!missingStatuses.includes(response.status)) return true;
    const declares = operation.responses.some(({ status }) => status === response.status);
    if (!declares || !isNotFound(response)) return false;
    if (!(await this.#answersUnknownPaths(operation))) return true;
    // An unknown record looks like an unknown path here, but a malformed id does not.
    const params = Object.fromEntries(Object.keys(request.params ?? {}).map((name) => [name, 'nonsense!']));
    if ((await this.#send(operation, { ...malformedRequest, params })).status !== 404) return true;
    const collection = this.#collectionOf(operation);
    if (collection.length === 0) return true;
    return (await Promise.all(collection.map((other) => this.has(other)))).some(Boolean);
  }

  #answersUnknownPaths(operation: Operation): Promise<boolean> {
    const { method } = operation;
    const unknownPath = { ...operation, path: '/api/v1/no-such-operation' };
    const known =
      this.#unknownPaths.get(method) ?? this.#send(unknownPath, harmlessRequest(operation)).then(isNotFound);
    this.#unknownPaths.set(method, known);
    return known;
  }

  /** Returns the operations on the list that a path with an id is below. */
  #collectionOf({ path }: Operation): Operation[] {
    const listPath = path.split('/{')[0];
    return operationsOf(this.#backend.contract).filter((other) => other.path === listPath && other.path !== path);
  }

  async #send(operation: Operation, input: RequestInput): Promise<ApiResponse> {
    return send(this.#backend.address.url, operation, input, await this.#tokenFor(operation));
  }

  /** Returns the token that the cases of malformed requests use, or that of another role. */
  async #tokenFor({ isPublic, permission }: Operation): Promise<string | undefined> {
    if (isPublic) return undefined;
    const { sessions } = this.#backend;
    const hasRole = (role: string) => role in sessions.accounts;
    const [anyRole = ''] = Object.keys(sessions.accounts);
    // A faulty backend could accept the request and end the session.
    if (permission === 'signed-in') return sessions.newToken(hasRole('viewer') ? 'viewer' : anyRole);
    return sessions.token(hasRole('admin') ? 'admin' : anyRole);
  }
}

/** Returns true if an error is about a path parameter that the operation has not: `/tasks/events` was taken for `/tasks/{id}`. */
function isOfOtherPath({ path }: Operation, { status, data }: ApiResponse): boolean {
  if (status < 400 || !Array.isArray(data?.fields)) return false;
  const names = data.fields.flatMap(({ pointer }) => /^\/path\/(\w+)/.exec(pointer)?.[1] ?? []);
  return names.some((name) => !path.includes(`{${name}}`));
}

function isNotFound({ status, body }: ApiResponse): boolean {
  const { code, message, data } = Object(body);
  return status === 404 && code === 404 && typeof message === 'string' && Object(data).key === 'notFound';
}
