import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { Webhook } from 'standardwebhooks';
import { afterAll, describe, expect, test } from 'vitest';
import { signedHeaders } from '../../src/sync/push/messages.ts';
import { generateSecret } from '../../src/sync/subscribers/keys.ts';

const run = promisify(execFile);

// The console shows these files. They are read as texts, because the service and the console do not import each other.
const samplesFolder = new URL('../../../ui/src/sync/subscribers/samples/', import.meta.url);

const isInstalled = (command: string, ...args: string[]) =>
  run(command, args).then(
    () => true,
    () => false,
  );

const samples = [
  { file: 'verify.sh', command: 'sh', isAvailable: await isInstalled('openssl', 'version'), tags: [] },
  { file: 'verify.mjs', command: process.execPath, isAvailable: true, tags: [] },
  { file: 'verify.py', command: 'python3', isAvailable: await isInstalled('python3', '--version'), tags: [] },
  // a runtime without compiler cannot start a source file; each start compiles it
  { file: 'Verify.java', command: 'java', isAvailable: await isInstalled('javac', '--version'), tags: ['slow'] },
];

type Sample = (typeof samples)[number];

interface Delivery {
  secret: string;
  id: string;
  timestamp: string;
  signatures: string;
  body: string;
  now: string;
}

const exampleTime = new Date('2026-11-20T06:32:10.000Z');

/** The delivery that the samples contain. */
const example = {
  secret: `whsec_${Buffer.from('example-secret-24-bytes!').toString('base64')}`,
  id: 'test_5c1b2d0e',
  body: JSON.stringify({ type: 'test', timestamp: exampleTime, data: {} }),
};

const toDelivery = (secret: string, id: string, body: string, signers: string[], time: Date): Delivery => {
  const headers = signedHeaders({ id, body }, signers, time);
  const timestamp = headers['webhook-timestamp'];
  return { secret, id, timestamp, signatures: headers['webhook-signature'], body, now: timestamp };
};

const exampleDelivery = toDelivery(example.secret, example.id, example.body, [example.secret], exampleTime);

const [secret, previousSecret, otherSecret] = [generateSecret(), generateSecret(), generateSecret()];
const body = JSON.stringify({ type: 'record.changed', data: { code: 'PEK', name: '北京首都国际机场' } });

const deliverySignedWith = (...signers: string[]) => toDelivery(secret, 'chg_91', body, signers, new Date());

const folder = await mkdtemp(join(tmpdir(), 'signature-samples-'));
afterAll(() => rm(folder, { recursive: true }));

const readSample = (file: string) => readFile(new URL(file, samplesFolder), 'utf8');

/** Runs a sample with another delivery than the one it contains, and returns what it prints. */
async function runSample({ file, command }: Sample, delivery: Delivery, addedLine = ''): Promise<string> {
  let code = (await readSample(file)).replace(/^( *(?:const |long )?now ?= ?)\d+/m, `$1${delivery.now}`);
  for (const name of ['secret', 'id', 'timestamp', 'signatures', 'body'] as const)
    code = code.replace(exampleDelivery[name], () => delivery[name]);
  const path = join(folder, file);
  await writeFile(path, code + addedLine);
  return (await run(command, [path])).stdout.trim();
}

for (const sample of samples)
  describe.skipIf(!sample.isAvailable)(sample.file, { tags: sample.tags, timeout: 120_000 }, () => {
    test('contains an example that is valid as it stands', async () => {
      const code = await readSample(sample.file);
      for (const value of Object.values(exampleDelivery)) expect(code).toContain(value);
      expect(await runSample(sample, exampleDelivery)).toBe('valid');
    });

    test('accepts what the service signs, also while a secret is replaced', async () => {
      expect(await runSample(sample, deliverySignedWith(secret))).toBe('valid');
      expect(await runSample(sample, deliverySignedWith(secret, previousSecret))).toBe('valid');
      expect(await runSample(sample, deliverySignedWith(previousSecret, secret))).toBe('valid');
    });

    test('refuses other signatures, changed contents and no signature', async () => {
      const delivery = deliverySignedWith(secret);
      expect(await runSample(sample, deliverySignedWith(otherSecret, previousSecret))).toBe('invalid');
      expect(await runSample(sample, { ...delivery, body: body.replace('PEK', 'PKX') })).toBe('invalid');
      expect(await runSample(sample, { ...delivery, id: 'chg_92' })).toBe('invalid');
      expect(await runSample(sample, { ...delivery, signatures: '' })).toBe('invalid');
    });

    test('accepts clocks that differ by five minutes, and no more', async () => {
      const delivery = deliverySignedWith(secret);
      const runAfter = (seconds: number) =>
        runSample(sample, { ...delivery, now: String(Number(delivery.timestamp) + seconds) });
      expect(await runAfter(-301)).toBe('invalid');
      expect(await runAfter(-300)).toBe('valid');
      expect(await runAfter(300)).toBe('valid');
      expect(await runAfter(301)).toBe('invalid');
      expect(await runSample(sample, { ...delivery, timestamp: 'soon' })).toBe('invalid');
    });
  });

test.skipIf(!(await isInstalled('curl', '--version')) || !samples[0]?.isAvailable)(
  'verify.sh sends a signed delivery to a receiver',
  async () => {
    const webhook = new Webhook(secret);
    const server = createServer(async (request, response) => {
      // the cast: each of the headers is sent once
      const verified = webhook.verify(await text(request), request.headers as Record<string, string>);
      response.end(`received ${JSON.stringify(verified)}`);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo; // the cast: it listens on a port
    const addedLine = `deliver "$secret" http://127.0.0.1:${port}/ "$body"`;
    const delivery = deliverySignedWith(secret);
    try {
      expect(await runSample(samples[0] as Sample, delivery, addedLine)).toBe(`valid\nreceived ${body}`);
    } finally {
      server.close();
    }
  },
);
