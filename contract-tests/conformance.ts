import { main } from './conformance/main.ts';

process.exitCode = await main(process.argv.slice(2), process.env, { out: process.stdout, err: process.stderr });
