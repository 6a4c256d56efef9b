import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';

interface Address {
  host: string;
  /** 0 for any that is free. */
  port: number;
}

/**
 * Lets a server listen, and returns its port and URL.
 * @param variable the environment variable that names the port
 * @throws Error that says what to do
 */
export async function listen(
  server: Server,
  address: Address,
  variable = 'PORT',
): Promise<{ port: number; url: string }> {
  const { host } = address;
  await new Promise<void>((resolve, reject) =>
    server
      .once('error', (error: NodeJS.ErrnoException) => reject(describeListenError(error, address, variable)))
      .listen(address.port, host, resolve),
  );
  // the cast: a TCP server's address is never a string
  const { port } = server.address() as AddressInfo;
  return { port, url: `http://${host.includes(':') ? `[${host}]` : host}:${port}` };
}

/** Converts a listen error into one that says what to do. */
function describeListenError(error: NodeJS.ErrnoException, { host, port }: Address, variable: string): Error {
  if (error.code !== 'EADDRINUSE')
    return new Error(`${variable} ${port} of HOST ${host} cannot be listened on: ${error.message}.`);
  return new Error(`Port ${port} on ${host} is taken: set ${variable} to another one, or end what uses it.`);
}
