import type { Operation } from '../contract/operations.ts';
import type { Contract } from '../contract/types.ts';
import type { Case } from '../suite/case.ts';
import type { Exchange } from '../suite/requests/exchanges.ts';
import type { Failure } from '../suite/verdict.ts';
import { passagesOf } from './contract-passages.ts';
import { curlScript } from './curl-script.ts';
import type { ExchangeReport, ExpectedReport, FailureReport, ResponseReport } from './run-report.ts';
import type { Secrets } from './secrets.ts';

/** Bodies of requests that are too large on purpose consist of repeated characters. */
const MAX_REQUEST_LENGTH = 100_000;

/** Says everything about a failure that helps to understand and repeat it. */
export function describeFailure(
  contract: Contract,
  secrets: Secrets,
  testCase: Case,
  operation: Operation,
  failure: Failure,
): FailureReport {
  const shown = shownExchanges(failure);
  return {
    phase: failure.phase,
    expected: expectedOf(testCase),
    passages: passagesOf(contract, testCase, operation, failure),
    exchanges: shown.map((exchange) => toReport(exchange, secrets)),
    curl: curlScript(failure.exchanges, shown, secrets),
    command: `npm run conformance -- --url "$URL" --only ${testCase.operationId} --case '${testCase.name.replaceAll("'", `'\\''`)}'`,
  };
}

/** Returns the request under test and, if the case failed before or after it, the last one. */
function shownExchanges({ phase, tested, exchanges }: Failure): Exchange[] {
  const last = exchanges.at(-1);
  if (phase === 'response' && tested) return [tested];
  return [tested, last].filter(
    (exchange, index, all) => exchange !== undefined && all.indexOf(exchange) === index,
  ) as Exchange[]; // Cast: none is undefined.
}

function expectedOf({ expect }: Case): ExpectedReport {
  const { status, key, message, permission, fields } = expect;
  return {
    status,
    ...(key !== undefined && { key }),
    ...(message !== undefined && { message }),
    ...(permission !== undefined && { permission }),
    ...(fields !== undefined && fields.length > 0 && { fields }),
  };
}

function toReport(exchange: Exchange, secrets: Secrets): ExchangeReport {
  const { operation, url, headers, body, response } = exchange;
  const { authorization: _, ...otherHeaders } = headers;
  const { pathname, search } = new URL(url);
  return {
    operationId: operation.id,
    method: operation.method.toUpperCase(),
    path: pathname + search,
    caller: secrets.callerOf(exchange),
    headers: otherHeaders,
    ...(body !== undefined && { body: shorten(secrets.hide(body)) }),
    ...(response && { response: toResponseReport(response, secrets) }),
  };
}

const shownHeaders = ['etag', 'x-access-version', 'retry-after', 'www-authenticate', 'content-disposition'];

function toResponseReport(
  { status, headers, text }: NonNullable<Exchange['response']>,
  secrets: Secrets,
): ResponseReport {
  const shown = [...headers].filter(([name]) => shownHeaders.includes(name));
  return {
    status,
    contentType: headers.get('content-type') ?? 'no content type',
    headers: Object.fromEntries(shown),
    body: secrets.hide(text),
  };
}

function shorten(text: string): string {
  if (text.length <= MAX_REQUEST_LENGTH) return text;
  return `${text.slice(0, 4000)}… (${text.length.toLocaleString('en')} characters)`;
}
