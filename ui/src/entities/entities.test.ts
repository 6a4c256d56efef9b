import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { entities as kinds } from '#api/facts.gen.ts';
import { en } from '#i18n/en.ts';
import { zh } from '#i18n/zh.ts';

const read = (path: string) => readFileSync(new URL(path, import.meta.url), 'utf8');
const { schemas } = parse(read('../../../openapi.yaml')).components;

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
    const path = source.match(/path: '([^']+)'/)?.[1];
    expect(read('../routeTree.gen.ts'), `add a route file for ${path} to ui/src/routes/_frame`).toContain(
      `fullPath: '${path}'`,
    );
  });

  it.each([
    ['Chinese', zh],
    ['English', en],
  ])('has a %s label for every field that one writes', (_language, texts) => {
    const fields = Object.keys(schemas[source.match(/schema: '(\w+)'/)?.[1] ?? ''].properties);
    const missing = fields.filter((field) => !(field in texts.field));
    expect(missing, 'add these to field in ui/src/i18n').toEqual([]);
  });
});
