import { expect, it } from 'vitest';
import { serviceAddress } from './dev.ts';

it.each([
  [{}, 'http://127.0.0.1:8080'],
  [{ HOST: '', PORT: '' }, 'http://127.0.0.1:8080'],
  [{ HOST: '192.168.0.5', PORT: '9000' }, 'http://192.168.0.5:9000'],
  [{ HOST: '0.0.0.0' }, 'http://127.0.0.1:8080'],
  [{ HOST: '::' }, 'http://127.0.0.1:8080'],
  [{ HOST: '::1' }, 'http://[::1]:8080'],
])('Vite finds the service of %j at %s', (env, address) => {
  expect(serviceAddress(env)).toBe(address);
});
