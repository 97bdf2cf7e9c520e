import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { SMTPServer } from 'smtp-server';

/** A message that the server took. */
export interface ReceivedMail {
  readonly from: string;
  readonly to: readonly string[];
  /** As it was sent: headers and body. */
  readonly source: string;
}

/** A mail server that keeps what it takes, and refuses recipients at `refused.example`. */
export class MailServer {
  readonly mails: ReceivedMail[] = [];
  private readonly server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onRcptTo: ({ address }, _, done) => {
      done(address.endsWith('@refused.example') ? new Error('No such mailbox') : undefined);
    },
    onData: (stream, { envelope }, done) => {
      text(stream).then((source) => {
        const from = envelope.mailFrom === false ? '' : envelope.mailFrom.address;
        this.mails.push({ from, to: envelope.rcptTo.map(({ address }) => address), source });
        done();
      }, done);
    },
  });

  static async start(): Promise<MailServer> {
    const mailServer = new MailServer();
    await new Promise<void>((resolve) => {
      mailServer.server.listen(0, '127.0.0.1', resolve);
    });
    return mailServer;
  }

  /** For `SMTP_URL`. */
  get url(): string {
    return `smtp://127.0.0.1:${(this.server.server.address() as AddressInfo).port}`;
  }

  stop(): Promise<void> {
    return new Promise((resolve) => {
      this.server.close(resolve);
    });
  }
}
