import './prepare/node-version.mjs';

const { boot } = await import('./boot.mjs');
await boot({ env: process.env, dev: process.argv.includes('--dev') });
