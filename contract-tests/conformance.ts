import { main } from './conformance/main.ts';

// A reader such as `head` may stop before the end.
process.stdout.on('error', ({ code }: NodeJS.ErrnoException) => process.exit(code === 'EPIPE' ? 0 : 1));

process.exitCode = await main(process.argv.slice(2), process.env, { out: process.stdout, err: process.stderr });
