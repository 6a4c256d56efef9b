import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { type Contract, listFields, resolve, type Schema } from '#api/contract-document.ts';
import { type EntityKey, enums, entities as kinds, lists, routes } from '#api/metadata.gen.ts';
import { en } from '#i18n/en.ts';
import { zh } from '#i18n/zh.ts';

const read = (path: string) => readFileSync(new URL(path, import.meta.url), 'utf8');
// The cast: the generator checks whatever it takes from the document.
const contract = parse(read('../../../openapi.yaml')) as Contract;

/** What people write of a kind, by place, with what each may hold; names by language have labels of their own. */
function fieldsOf(body: string): [string, Schema][] {
  const all = listFields(contract, contract.components.schemas[body] ?? {});
  return all.filter(([place]) => !place.startsWith('locales/'));
}

const last = (place: string) => place.split('/').findLast((part) => part !== '*') ?? '';

/** The conditions of a kind's list beside those that every list has. */
function filtersOf(kind: EntityKey): string[] {
  const { filters, ranges, emptiable } = lists[kind];
  return [...Object.keys(filters), ...Object.keys(ranges), ...emptiable];
}

/** The named values of a field, as far as they have names of their own; those of currencies come with the browser. */
function valuesOf(schema: Schema): unknown[] {
  const found = [schema, ...(schema.oneOf ?? [])].flatMap((branch) => resolve(contract, branch).enum ?? []);
  return found.some((value) => enums.Currency.some((code) => code === value)) ? [] : found;
}

/** An ordinary kind is a file, an odd one a folder with a file of the same name. */
function sourceOf(name: string): string {
  const places = [`./${name}.tsx`, `./${name}/${name}.tsx`];
  return read(places.find((place) => existsSync(new URL(place, import.meta.url))) ?? `./${name}.tsx`);
}

describe.each(Object.keys(kinds))('the kind %s', (key) => {
  const name = key.replaceAll('_', '-');
  const source = sourceOf(name);

  it('stands in entities/index.ts', () => {
    expect(read('./index.ts'), `add ${name} to ui/src/entities/index.ts`).toContain(`'./${name}`);
  });

  it('has a page of its own', () => {
    const path = routes[key as keyof typeof kinds];
    expect(read('../routeTree.gen.ts'), `add a route file for ${path} to ui/src/routes/_frame`).toContain(
      `fullPath: '${path}'`,
    );
  });

  describe.each([
    ['Chinese', zh],
    ['English', en],
  ])('in %s', (_language, texts) => {
    const fields = fieldsOf(source.match(/schema: '(\w+)'/)?.[1] ?? '');

    it('has a label for every field that one writes or filters by', () => {
      const used = new Set([...fields.map(([place]) => last(place)), ...filtersOf(key as keyof typeof kinds)]);
      const missing = [...used].filter((field) => !(field in texts.field));
      expect(missing, 'add these to field in ui/src/i18n').toEqual([]);
    });

    it('has a name for every value that one chooses', () => {
      const names: Record<string, unknown> = texts.value;
      const missing = fields.flatMap(([place, schema]) =>
        valuesOf(schema).flatMap((value) =>
          Object.hasOwn(Object(names[last(place)]), String(value)) ? [] : [`${last(place)}.${value}`],
        ),
      );
      expect(missing, 'add these to value in ui/src/i18n').toEqual([]);
    });
  });
});
