import './prepare/node-version.mjs';

const { bootMaintenance } = await import('./boot-maintenance.mjs');
await bootMaintenance({ env: process.env, program: process.argv.slice(2) });
