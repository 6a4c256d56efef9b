import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, test } from 'vitest';
import { readCpuTimeMs } from './cpu-time.ts';

const BUSY_MS = 300;
const script = `
  const usedMicroseconds = () => process.cpuUsage().user + process.cpuUsage().system;
  const end = usedMicroseconds() + ${BUSY_MS * 1000};
  while (usedMicroseconds() < end);
  console.log('done');
  setInterval(() => {}, 1000);
`;

test('the CPU time of a process has that of its children, while they run and once they have ended', async () => {
  const before = readCpuTimeMs(process.pid);
  const child = spawn(process.execPath, ['-e', script], { stdio: ['ignore', 'pipe', 'inherit'] });
  await once(child.stdout, 'data');
  const meanwhile = readCpuTimeMs(process.pid);
  expect(meanwhile - before).toBeGreaterThanOrEqual(BUSY_MS);
  child.kill();
  await once(child, 'close');
  expect(readCpuTimeMs(process.pid)).toBeGreaterThanOrEqual(meanwhile);
});
