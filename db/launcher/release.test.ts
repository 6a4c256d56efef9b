import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { newestVersion } from '../../deploy/try-upgrade/release.ts';

const root = path.resolve(import.meta.dirname, '../..');
const read = (file: string) => readFileSync(path.join(root, file), 'utf8');

test('the newest release is the first numbered heading, not the unreleased changes', () => {
  expect(newestVersion('# Changelog\n\n## Unreleased\n\n- x\n\n## 1.2.0 (2026-12-01)\n\n## 1.1.9 (2026-11-30)\n')).toBe(
    '1.2.0',
  );
  expect(newestVersion('# Changelog\n\n## Unreleased\n')).toBeUndefined();
});

test.each(['.', 'bff', 'ui', 'db', 'contract-tests', 'bench'])('%s has the version of the newest release', (folder) => {
  expect(JSON.parse(read(path.join(folder, 'package.json'))).version).toBe(newestVersion(read('CHANGELOG.md')));
});
