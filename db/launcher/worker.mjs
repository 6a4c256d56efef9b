import './prepare/node-version.mjs';

const { bootWorker } = await import('./boot-worker.mjs');
await bootWorker({ env: process.env });
