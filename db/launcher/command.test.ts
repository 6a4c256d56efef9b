import { expect, test } from 'vitest';
import { run } from './command.mjs';

const node = (script: string, onLine?: (line: string) => void) =>
  run(process.execPath, ['-e', script], onLine ? { onLine } : {});

test('reports the lines of both streams', async () => {
  const lines: string[] = [];
  await node("console.log('out'); console.error('err')", (line) => lines.push(line));
  expect(lines.sort()).toEqual(['err', 'out']);
});

test('a failure shows how the program ended, and the first and last lines of its output', async () => {
  const longOutput = "for (let i = 1; i <= 100; i += 1) console.log('line', i, '.'); process.exitCode = 2";
  const failure: Error = await node(longOutput).then(
    () => expect.fail('it should fail'),
    (error) => error,
  );
  expect(failure.message).toContain('it ended with code 2');
  expect(failure.message).toContain('line 1 .');
  expect(failure.message).toContain('line 100 .');
  expect(failure.message).not.toContain('line 50 .');
});

test('a missing program is a failure', async () => {
  await expect(run('no-such-program', [])).rejects.toThrow(/no-such-program: .*ENOENT/);
});
