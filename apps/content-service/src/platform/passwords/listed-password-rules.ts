import { isIP } from 'node:net';
import { dictionary } from '@zxcvbn-ts/language-common';
import { PasswordRules } from '@content-service/accounts';

/** Words that are too easy to guess on every installation. */
const SERVICE_WORDS = ['content', 'service', 'admin', 'administrator', 'login', 'password'];

/** Shorter parts of a host name occur in many passwords by chance. */
const SHORTEST_WORD = 3;

let common: ReadonlySet<string> | undefined;

/**
 * Rejects the 49,000 most common passwords of breaches (package `@zxcvbn-ts/language-common`, MIT), offline. The set
 * is built at the first use and kept.
 */
export class ListedPasswordRules extends PasswordRules {
  override readonly siteWords: readonly string[];

  /** @param baseUrl such as `https://cms.example.com`, whose words are `cms`, `example` and `com` */
  constructor(baseUrl: string) {
    super();
    const { hostname } = new URL(baseUrl);
    const isAddress = isIP(hostname.replace(/^\[|\]$/g, '')) !== 0;
    const parts = isAddress ? [] : hostname.toLowerCase().split(/[.-]/);
    this.siteWords = [...SERVICE_WORDS, ...parts.filter((part) => part.length >= SHORTEST_WORD)];
  }

  override isCommon(text: string): boolean {
    common ??= new Set(dictionary['passwords-common'].map((password) => password.toLowerCase()));
    return common.has(text.toLowerCase());
  }
}
