import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { analyse } from 'scslre';
import ts from 'typescript';
import { parse } from 'yaml';

interface Expression {
  source: string;
  flags: string;
  /** File and line. */
  location: string;
}

const root = path.resolve(import.meta.dirname, '..');
const SOURCE_FOLDERS = ['bff/src', 'db', 'ui/src'];
const IGNORED_FOLDERS = new Set(['node_modules', 'dist', '.test-output']);

/** Files that build expressions only from names of error codes, from words of letters and digits, or from paths and patterns of the contract (checked below). */
const FILES_WITHOUT_INPUT_PATTERNS = new Set([
  'bff/src/crud/list/filter.ts',
  'bff/src/http/errors.ts',
  'bff/src/session/tickets.ts',
  'bff/src/imports/columns/read-text.ts',
  'bff/src/imports/values/references.ts',
]);

/** Properties of the contract whose values are patterns. */
const PATTERN_MEMBERS = new Set(['pattern', 'x-assigned']);

/**
 * Checks that every regular expression of the product, and every pattern of the contract, matches in linear time. Otherwise a
 * text of a megabyte could block a process for minutes.
 */
function main(): void {
  const expressions = [...SOURCE_FOLDERS.flatMap(sourceFiles).flatMap(expressionsOf), ...contractPatterns()];
  const slow = expressions.filter(isSuperLinear);
  for (const { location, source, flags } of slow)
    console.log(`${location}: /${source}/${flags} takes more than linear time.`);
  console.log(`${expressions.length} regular expressions, ${slow.length} of them too slow`);
  process.exitCode = slow.length === 0 ? 0 : 1;
}

function isSuperLinear({ source, flags }: Expression): boolean {
  // The other flags do not affect backtracking, and the analysis does not know them.
  const relevant = flags.replaceAll(/[^imsu]/g, '');
  return analyse({ source, flags: relevant }, { maxReports: 1 }).reports.length > 0;
}

function sourceFiles(folder: string): string[] {
  return readdirSync(path.join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const file = `${folder}/${entry.name}`;
    if (entry.isDirectory()) return IGNORED_FOLDERS.has(entry.name) ? [] : sourceFiles(file);
    return /\.(ts|tsx|mjs)$/.test(entry.name) && !/\.(test|gen)\./.test(entry.name) ? [file] : [];
  });
}

function expressionsOf(file: string): Expression[] {
  const source = ts.createSourceFile(file, readFileSync(path.join(root, file), 'utf8'), ts.ScriptTarget.Latest, true);
  const constants = new Map<string, ts.Expression>();
  const expressions: Expression[] = [];
  const add = (node: ts.Node, text: string, flags: string) => {
    const { line } = source.getLineAndCharacterOfPosition(node.getStart());
    expressions.push({ source: text, flags, location: `${file}:${line + 1}` });
  };
  const visit = (node: ts.Node): void => {
    if (ts.isVariableDeclaration(node) && ts.isIdentifier(node.name) && node.initializer)
      constants.set(node.name.text, node.initializer);
    if (ts.isRegularExpressionLiteral(node)) {
      const end = node.text.lastIndexOf('/');
      add(node, node.text.slice(1, end), node.text.slice(end + 1));
    } else if (isConstructed(node) && !FILES_WITHOUT_INPUT_PATTERNS.has(file)) {
      const [pattern, flags] = (node.arguments ?? []).map((argument) => staticText(argument, constants));
      if (pattern === undefined)
        throw new Error(`${file} builds a regular expression from values that are known only at run time.`);
      add(node, pattern, flags ?? '');
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return expressions;
}

const isConstructed = (node: ts.Node): node is ts.NewExpression =>
  ts.isNewExpression(node) && ts.isIdentifier(node.expression) && node.expression.text === 'RegExp';

/** The text of an expression built from literals and constants of its file, or undefined. */
function staticText(node: ts.Expression, constants: Map<string, ts.Expression>): string | undefined {
  if (ts.isStringLiteralLike(node)) return node.text;
  if (ts.isIdentifier(node)) {
    const constant = constants.get(node.text);
    return constant && staticText(constant, constants);
  }
  const isRaw = ts.isTaggedTemplateExpression(node) && node.tag.getText() === 'String.raw';
  const template = isRaw ? node.template : node;
  if (ts.isNoSubstitutionTemplateLiteral(template)) return isRaw ? template.rawText : template.text;
  if (!ts.isTemplateExpression(template)) return undefined;
  const { head, templateSpans } = template;
  const parts = templateSpans.map(({ expression, literal }) => {
    const value = staticText(expression, constants);
    return value === undefined ? undefined : value + (isRaw ? literal.rawText : literal.text);
  });
  return parts.includes(undefined) ? undefined : (isRaw ? head.rawText : head.text) + parts.join('');
}

/** The patterns that validate bodies and parameters, with the flags that Ajv uses. */
function contractPatterns(): Expression[] {
  const patterns = new Set<string>();
  const visit = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return;
    for (const [name, value] of Object.entries(node))
      if (PATTERN_MEMBERS.has(name) && typeof value === 'string') patterns.add(value);
    for (const member of Object.values(node)) visit(member);
  };
  visit(parse(readFileSync(path.join(root, 'openapi.yaml'), 'utf8'), { maxAliasCount: -1 }));
  return [...patterns].map((source) => ({ source, flags: 'u', location: 'openapi.yaml' }));
}

main();
