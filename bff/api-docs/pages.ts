import type { Language, Operation, Tag } from './contract.ts';
import { type Content, code, type Html, html, join } from './html.ts';
import { operationSection, summaryOf } from './operations.ts';
import { phrase, prose } from './prose.ts';
import { type PageContext, schemaSection } from './schemas.ts';
import { TAG_NAMES } from './texts.ts';

export interface Page {
  /** The address below `/docs/<language>/`; empty for the overview. */
  path: string;
  title: string;
  operations: Operation[];
  content: Content;
}

export const titleOf = ({ name, 'x-label': label }: Tag, language: Language): string =>
  label?.[language] ?? TAG_NAMES[name]?.[language] ?? name;

export function tagPage(context: PageContext, tag: Tag, operations: Operation[], schemas: string[]): Page {
  const title = titleOf(tag, context.language);
  const content = html`<header class="head"><h1>${title}</h1>${prose(context, tag.description)}</header>
${operations.map((operation) => operationSection(context, operation))}
${schemas.length > 0 && html`<h2 class="part" id="schemas">${context.t('ownSchemas')}</h2>${schemas.map((name) => schemaSection(context, name, 'h3'))}`}`;
  return { path: tag.name, title, operations, content };
}

export function schemasPage(context: PageContext, schemas: string[]): Page {
  const title = context.t('schemas');
  const content = html`<header class="head"><h1>${title}</h1></header>${schemas.map((name) => schemaSection(context, name, 'h2'))}`;
  return { path: 'schemas', title, operations: [], content };
}

const grid = (label: string, heads: string[], rows: Content[][]): Content =>
  html`<div class="scroll" tabindex="0" role="group" aria-label="${label}"><table>
<thead><tr>${heads.map((head) => html`<th scope="col">${head}</th>`)}</tr></thead>
<tbody>${rows.map((row) => html`<tr>${row.map((cell) => html`<td>${cell}</td>`)}</tr>\n`)}</tbody></table></div>`;

export function overviewPage(context: PageContext): Page {
  const { contract, language, t } = context;
  const { info, tags, components } = contract;
  const kinds = tags.filter((tag) => tag['x-record']);
  const texts = (name: string): Content[][] =>
    Object.entries(components.schemas[name]?.['x-text'] ?? {}).map(([key, text]) => [code(key), text[language]]);
  const content = html`<header class="head"><h1>${t('title')} <small>${info.version}</small></h1>
<p>${t('files')}: <a href="/openapi.yaml">openapi.yaml</a> · <a href="/openapi.json">openapi.json</a></p></header>
<div class="text">${prose(context, info.description)}</div>
<h2 class="part">${t('records')}</h2>
${grid(
  t('records'),
  [t('kind'), t('path'), t('reviewedBy'), t('meaning')],
  kinds.map((tag) => [
    html`<a href="/docs/${language}/${tag.name}">${titleOf(tag, language)}</a>`,
    code(`/dc${tag['x-record']?.path}`),
    tag['x-review'] === 'none' ? t('nobody') : t('secondPerson'),
    phrase(context, tag.description ?? ''),
  ]),
)}
<h2 class="part">${t('transitions')}</h2>
${grid(
  t('transitions'),
  [t('event'), t('from'), t('to'), t('permission')],
  Object.entries(contract['x-transitions']).map(([event, { from, to, permission }]) => [
    code(event),
    join(from.map(code), ' '),
    code(to),
    code(`…:${permission}`),
  ]),
)}
<h2 class="part">${t('errors')}</h2><p>${t('errorsAbout')}</p>
${grid(t('errors'), ['data.key', 'message'], texts('ErrorKey'))}
<h2 class="part">${t('rules')}</h2><p>${t('rulesAbout')}</p>
${grid(t('rules'), ['rule', 'message'], texts('Rule'))}`;
  return { path: '', title: t('overview'), operations: [], content };
}

/** The whole document of a page, with the table of contents beside it. */
export function documentOf(context: PageContext, page: Page, contents: Content): Html {
  const { language, t } = context;
  const other: Language = language === 'en' ? 'zh-CN' : 'en';
  return html`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${page.path ? `${page.title} · ` : ''}${t('title')}</title>
<script src="/docs/docs.js"></script>
<link rel="stylesheet" href="/docs/frame.css">
<link rel="stylesheet" href="/docs/content.css">
</head>
<body>
<a class="skip" href="#content">${t('skip')}</a>
<header class="bar">
<button type="button" class="menu" aria-expanded="false" aria-controls="contents">${t('menu')}</button>
<a class="home" href="/docs/${language}/">${t('title')}</a>
<span class="links"><button type="button" class="theme">${t('theme')}</button>
<a class="language" lang="${other}" hreflang="${other}" href="/docs/${other}/${page.path}">${t('otherLanguage')}</a>
<a href="/">${t('console')}</a></span>
</header>
<div class="frame">
<nav id="contents" aria-label="${t('menu')}">
<input type="search" aria-label="${t('search')}" placeholder="${t('search')}" data-index="/docs/${language}/search.json" data-none="${t('noMatches')}" data-failed="${t('searchFailed')}">
<div class="matches" role="status" hidden></div>
${contents}
</nav>
<main id="content">${page.content}</main>
</div>
</body>
</html>
`;
}

/** The table of contents: all pages, and the operations of the current one. */
export function contentsOf(context: PageContext, pages: Page[], current: Page): Content {
  const { contract, language, t } = context;
  const isKind = ({ path }: Page) => contract.tags.some((tag) => tag.name === path && tag['x-record']);
  const isOfTag = ({ path }: Page) => contract.tags.some((tag) => tag.name === path);
  const item = (page: Page): Content => html`<li><a href="/docs/${language}/${page.path}"${
    page === current && html` aria-current="page"`
  }>${page.title}</a>${
    page === current &&
    page.operations.length > 0 &&
    html`<ul class="own">${page.operations.map(
      (operation) =>
        html`<li><a href="#${operation.operationId}"><span class="method ${operation.method}">${operation.method.toUpperCase()}</span> ${summaryOf(context, operation)}</a></li>\n`,
    )}</ul>`
  }</li>
`;
  const list = (shown: Page[]) => html`<ul>${shown.map(item)}</ul>`;
  return html`<div class="pages">${list(pages.filter((page) => page.path === ''))}
<h2>${t('records')}</h2>${list(pages.filter(isKind))}
<h2>${t('others')}</h2>${list(pages.filter((page) => isOfTag(page) && !isKind(page)))}
${list(pages.filter((page) => page.path === 'schemas'))}</div>`;
}
