import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import { DomainError } from '@content-service/kernel';
import type { Transporter } from 'nodemailer';
import { Config } from '../config/config.js';

/** A message in plain text. */
export interface Mail {
  /** One address. */
  readonly to: string;
  readonly subject: string;
  readonly text: string;
}

/** The deployment has no `SMTP_URL`. */
export class MailNotConfigured extends DomainError {
  constructor() {
    super(
      'mail_not_configured',
      'This service sends no e-mails: SMTP_URL is not set. Copy the link instead.',
      {
        source: { pointer: '/email' },
      },
    );
  }
}

/** The server cannot be reached, or does not take the message. */
class MailNotSent extends DomainError {
  /** @param answer of the server; undefined without one */
  constructor(answer: string | undefined, cause: unknown) {
    const what =
      answer === undefined ? 'cannot be reached' : `does not take the message: ${answer.slice(0, 200)}`;
    super('mail_not_sent', `The mail server ${what}.`, { cause });
  }
}

/** The server knows no such recipient. */
class RecipientRefused extends DomainError {
  constructor(answer: string) {
    super('mail_recipient_refused', `The mail server refuses the address: ${answer.slice(0, 200)}`, {
      source: { pointer: '/email' },
    });
  }
}

/** What nodemailer throws. */
interface SmtpError {
  readonly code?: string;
  /** The answer of the server, and its status. */
  readonly response?: string;
  readonly responseCode?: number;
}

/** Milliseconds for the connection, the greeting and each answer. */
const TIMEOUT_MS = 10_000;

/** Sends e-mails by the server of `SMTP_URL`. */
@Injectable()
export class Mailer implements OnModuleDestroy {
  private readonly options: Config['mail'];
  private transport: Transporter | undefined;

  constructor({ mail }: Config) {
    this.options = mail;
  }

  get isConfigured(): boolean {
    return this.options !== undefined;
  }

  /** @throws MailNotConfigured, RecipientRefused, MailNotSent */
  async send(mail: Mail): Promise<void> {
    if (this.options === undefined) throw new MailNotConfigured();
    this.transport ??= await createTransport(this.options);
    try {
      await this.transport.sendMail(mail);
    } catch (error) {
      const { code, response, responseCode = 0 } = error as SmtpError;
      if (code === 'EENVELOPE' && responseCode >= 500) throw new RecipientRefused(response ?? '');
      throw new MailNotSent(response, error);
    }
  }

  onModuleDestroy(): void {
    this.transport?.close();
  }
}

/** The package is loaded with the first message. */
async function createTransport({ url, from }: NonNullable<Config['mail']>): Promise<Transporter> {
  const nodemailer = await import('nodemailer');
  // A password, and links that are as good as one, are not sent in the clear.
  const requireTLS = new URL(url).password !== '';
  const timeouts = { connectionTimeout: TIMEOUT_MS, greetingTimeout: TIMEOUT_MS, socketTimeout: TIMEOUT_MS };
  return nodemailer.createTransport({ url, requireTLS, ...timeouts }, { from });
}
