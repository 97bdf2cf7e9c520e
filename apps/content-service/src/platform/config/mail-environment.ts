import { IsOptional } from 'class-validator';
import { MAIL_ADDRESS } from './mail-address.js';
import { createRuleDecorator } from './rule-decorator.js';
import { Variable } from './variable.js';

/** The server that sends e-mails. */
export interface MailOptions {
  /** `smtp:` or `smtps:`, with name and password where the server asks for them. */
  readonly url: string;
  /** The sender. */
  readonly from: string;
}

const Validated = createRuleDecorator<MailEnvironment>();

/** The environment variables of e-mails; a part of `Environment`. */
export class MailEnvironment {
  @Variable({
    group: 'E-mail',
    meaning:
      'The server that sends [invitations and links for new passwords](security.md#invitations-and-new-passwords). `smtps:` begins with TLS. ' +
      '`smtp:` turns to it where the server offers it, and must when the URL has a password.',
    values: '`smtp://NAME:PASSWORD@HOST:PORT`, `smtps://NAME:PASSWORD@HOST:PORT`',
    unset: 'nothing is sent: administrators copy the links',
    examples: ['smtps://cms:secret@smtp.example.com'],
    secret: 'url',
  })
  @IsOptional()
  @Validated('smtpUrl', ({ SMTP_URL, MAIL_FROM }) => findSmtpFault(SMTP_URL, MAIL_FROM))
  readonly SMTP_URL?: string;

  @Variable({
    group: 'E-mail',
    meaning: 'The sender of e-mails. `SMTP_URL` needs it.',
    values: 'an address',
    unset: 'none',
    examples: ['cms@example.com'],
  })
  @IsOptional()
  @Validated('mailFrom', ({ MAIL_FROM }) =>
    MAIL_FROM === undefined || MAIL_ADDRESS.test(MAIL_FROM)
      ? undefined
      : `MAIL_FROM must be an address such as cms@example.com, got '${MAIL_FROM}'.`,
  )
  readonly MAIL_FROM?: string;
}

/** The server of the configuration; `undefined` when nothing is sent. */
export function parseMailOptions({
  SMTP_URL: url,
  MAIL_FROM: from,
}: MailEnvironment): MailOptions | undefined {
  return url === undefined || from === undefined ? undefined : { url, from };
}

function findSmtpFault(url: string | undefined, from: string | undefined): string | undefined {
  if (url === undefined) return undefined;
  const { protocol, hostname } = URL.canParse(url) ? new URL(url) : { protocol: '', hostname: '' };
  if ((protocol !== 'smtp:' && protocol !== 'smtps:') || hostname === '')
    return 'SMTP_URL must be smtp://HOST:PORT or smtps://HOST:PORT.';
  return from === undefined ? 'SMTP_URL needs MAIL_FROM, the sender of e-mails.' : undefined;
}
