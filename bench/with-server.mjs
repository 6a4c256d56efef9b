// what it does is told on stderr: stdout is for results, which the command it runs writes there by itself
process.stdout.write = process.stderr.write.bind(process.stderr);
await import('../db/launcher/with-server.mjs');
