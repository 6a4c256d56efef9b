import { Interruption } from './conformance/interruption.ts';

// Loading the rest takes a second, in which Ctrl-C should say something too.
const interruption = new Interruption(process.stderr);
const { main } = await import('./conformance/main.ts');

// A reader such as `head` may stop before the end.
process.stdout.on('error', ({ code }: NodeJS.ErrnoException) => process.exit(code === 'EPIPE' ? 0 : 1));

const output = { out: process.stdout, err: process.stderr };
process.exitCode = await main(process.argv.slice(2), process.env, output, interruption);
