import type { AddressInfo } from 'node:net';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';

export interface ReceivedEmail {
  from: string;
  to: string[];
  mail: Email;
  raw: string;
}

export interface MailServer {
  url: string;
  received: ReceivedEmail[];
  /** Refuses further emails with this answer after receiving their content. Without an answer it accepts emails again. */
  refuse(answer: { code: number; message: (raw: string) => string } | undefined): void;
  close(): Promise<void>;
}

/** Starts a real SMTP server on a free loopback port or on the given one. */
export async function startMailServer(port = 0): Promise<MailServer> {
  const receivedEmails: ReceivedEmail[] = [];
  let refusal: Parameters<MailServer['refuse']>[0];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['AUTH', 'STARTTLS'],
    onData: async (stream, { envelope }, done) => {
      const raw = Buffer.concat(await stream.toArray()).toString('utf8');
      if (refusal) return done(Object.assign(new Error(refusal.message(raw)), { responseCode: refusal.code }));
      const from = envelope.mailFrom ? envelope.mailFrom.address : '';
      receivedEmails.push({
        from,
        to: envelope.rcptTo.map(({ address }) => address),
        mail: await PostalMime.parse(raw),
        raw,
      });
      done();
    },
  });
  const netServer = server.listen(port, '127.0.0.1');
  await new Promise((resolve) => netServer.once('listening', resolve));
  // Cast: a TCP server's address is never a string.
  const { port: listeningPort } = netServer.address() as AddressInfo;
  return {
    url: `smtp://127.0.0.1:${listeningPort}`,
    received: receivedEmails,
    refuse: (answer) => {
      refusal = answer;
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
