import {
  type MediaType,
  nameOf,
  type Operation,
  type Parameter,
  type Response,
  resolve,
  type Schema,
} from './contract.ts';
import { type Content, code, html, inline } from './html.ts';
import { phrase, prose } from './prose.ts';
import { formatOf, type PageContext, parameterTable, schemaTable } from './schemas.ts';
import { isTextKey } from './texts.ts';

/** Longer examples are cut in the page; the full example is in the contract. */
const MAX_EXAMPLE_LINES = 80;

export const summaryOf = ({ language }: Pick<PageContext, 'language'>, operation: Operation): Content => {
  const chinese = operation['x-summary']?.['zh-CN'];
  if (language === 'zh-CN') return chinese ?? html`<span lang="en">${inline(operation.summary)}</span>`;
  return inline(operation.summary);
};

/** Everything about one operation: prose and tables, and beside them a request and its response. */
export function operationSection(context: PageContext, operation: Operation): Content {
  const { t } = context;
  const { method, path, operationId, description } = operation;
  const parameters = (operation.parameters ?? []).map((node) => resolve<Parameter>(context.contract, node));
  const body = Object.entries(operation.requestBody?.content ?? {})[0];
  return html`<section class="operation" id="${operationId}">
<div class="about">
<h2><a href="#${operationId}">${summaryOf(context, operation)}</a></h2>
<p class="address"><span class="method ${method}">${method.toUpperCase()}</span> <code>${path ? `/dc${path}` : t('ownAddress')}</code></p>
${prose(context, description)}
${path && html`<dl><dt>${t('permission')}</dt><dd>${permissionOf(context, operation)}</dd><dt>operationId</dt><dd>${code(operationId)}</dd></dl>`}
${
  parameters.length > 0 &&
  html`<h3>${t('parameters')}</h3>${parameterTable(
    context,
    `${t('parameters')}: ${operationId}`,
    parameters.map(({ name, in: place, required, description: about, schema }) => ({
      name,
      place: isTextKey(place) ? t(place) : place,
      isRequired: required ?? false,
      description: about,
      schema,
    })),
  )}`
}
${body && bodyOf(context, operationId, body)}
<h3>${t('responses')}</h3><ul class="responses">${Object.entries(operation.responses).map(([status, node]) =>
    responseItem(context, status, resolve<Response>(context.contract, node)),
  )}</ul>
</div>
<div class="examples">${path ? [requestExample(context, operation, parameters, body), answerExample(context, operation)] : bodyExample(context, operation)}</div>
</section>
`;
}

function permissionOf({ t }: PageContext, { security, 'x-permission': permission }: Operation): Content {
  if (security?.length === 0) return t('public');
  if (!permission) return '–';
  return isTextKey(permission) ? t(permission) : code(permission);
}

function bodyOf(context: PageContext, operationId: string, [type, { schema }]: [string, MediaType]): Content {
  const { t, contract, schemaLink } = context;
  const name = nameOf(schema);
  return html`<h3>${t('body')}</h3><p>${code(type)}${name && html` · <a href="${schemaLink(name)}">${name}</a>`}</p>
${schemaTable(context, `${t('body')}: ${operationId}`, resolve<Schema>(contract, schema))}`;
}

function responseItem(context: PageContext, status: string, { description, content = {} }: Response): Content {
  const [type, media] = Object.entries(content)[0] ?? [];
  const isOther = type && type !== 'application/json';
  return html`<li><span class="status s${status.charAt(0)}">${status}</span>${phrase(context, description)}${
    media && html` <span class="shape">${isOther ? code(type) : formatOf(context, media.schema)}</span>`
  }</li>
`;
}

const pretty = (value: unknown): string => {
  const lines = (typeof value === 'string' ? value.trimEnd() : JSON.stringify(value, null, 2)).split('\n');
  return lines.length > MAX_EXAMPLE_LINES ? [...lines.slice(0, MAX_EXAMPLE_LINES), '…'].join('\n') : lines.join('\n');
};

const panel = ({ t }: PageContext, title: string, label: string, text: string, withCopy: boolean): Content =>
  html`<figure><figcaption>${title}${
    withCopy &&
    html`<button type="button" class="copy" data-done="${t('copied')}" data-failed="${t('notCopied')}">${t('copy')}</button>`
  }</figcaption><pre tabindex="0" role="group" aria-label="${label}">${text}</pre></figure>`;

const shellText = (text: string) => `'${text.replaceAll("'", "'\\''")}'`;

/** The command that makes the request, with the contract's example values. */
function requestExample(
  context: PageContext,
  { method, path, operationId, security }: Operation,
  parameters: Parameter[],
  body: [string, MediaType] | undefined,
): Content {
  const filled = parameters
    .filter((parameter) => parameter.in === 'path')
    .reduce((url, { name, example }) => url.replace(`{${name}}`, String(example ?? `{${name}}`)), path);
  const query = parameters
    .filter((parameter) => parameter.in === 'query' && parameter.required && parameter.example !== undefined)
    .map(({ name, example }) => `${name}=${encodeURIComponent(String(example))}`)
    .join('&');
  const url = `$GAZETTEER/dc${filled}${query && `?${query}`}`;
  const headers = [
    security?.length !== 0 && 'Authorization: Bearer $TOKEN',
    parameters.some(({ name }) => name === 'If-Match') && 'If-Match: $ETAG',
    body && `Content-Type: ${body[0]}`,
  ].filter((header) => typeof header === 'string');
  const data = body && (body[0] === 'application/json' ? shellText(JSON.stringify(body[1].example ?? {})) : '@file');
  const text = [
    `curl ${method === 'get' ? '' : `-X ${method.toUpperCase()} `}"${url}"`,
    ...headers.map((header) => `  -H "${header}"`),
    ...(data ? [`  ${data.startsWith('@') ? '--data-binary' : '-d'} ${data}`] : []),
  ].join(' \\\n');
  return panel(context, context.t('request'), `${context.t('request')}: ${operationId}`, text, true);
}

function answerExample(context: PageContext, { responses, operationId }: Operation): Content {
  const [status, node] = Object.entries(responses).find(([key]) => key.startsWith('2')) ?? [];
  if (!status || !node) return undefined;
  const media = Object.values(resolve<Response>(context.contract, node).content ?? {})[0];
  if (media?.example === undefined) return undefined;
  const title = `${context.t('example')} ${status}`;
  return panel(context, title, `${title}: ${operationId}`, pretty(media.example), false);
}

function bodyExample(context: PageContext, { requestBody, operationId }: Operation): Content {
  const media = Object.values(requestBody?.content ?? {})[0];
  const title = context.t('body');
  return (
    media?.example !== undefined && panel(context, title, `${title}: ${operationId}`, pretty(media.example), false)
  );
}
