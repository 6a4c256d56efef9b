import { register } from 'tsx/esm/api';

register();
const { withServer } = await import('./with-server.ts');
process.exitCode = await withServer(process.argv.slice(2));
