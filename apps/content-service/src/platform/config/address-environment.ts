import { IsPort } from 'class-validator';
import { formatHostForUrl, isBaseUrl, isUnspecifiedAddress } from './base-url.js';
import { createRuleDecorator } from './rule-decorator.js';
import { parseTrustProxy } from './trust-proxy.js';
import { IsOneOf, IsTrueOrFalse, Variable } from './variable.js';

const Validated = createRuleDecorator<AddressEnvironment>();

/** The environment variables of the addresses of the service; a part of `Environment`. */
export class AddressEnvironment {
  @Variable({
    group: 'Address',
    meaning: 'Port that the service listens on; 0 takes a free one and needs `BASE_URL`.',
    values: '0 to 65535',
  })
  @IsPort({ message: "PORT must be a number from 0 to 65535 without leading zeros, got '$value'." })
  readonly PORT: string = '3000';

  @Variable({
    group: 'Address',
    meaning:
      'Address that the service listens on. `0.0.0.0` or `::` listens on every network interface and needs `BASE_URL`.',
    values: 'an address or a host name',
  })
  @Validated('host', ({ HOST }) => findHostFault('HOST', HOST))
  readonly HOST: string = '127.0.0.1';

  @Variable({
    group: 'Address',
    meaning:
      'Address under which clients reach the service: the start of every link, and the issuer of access tokens. ' +
      'Required when `HOST` is every interface or `PORT` is 0.',
    values: 'a URL without a slash at its end',
    unset: '`http://HOST:PORT`',
    examples: ['https://content.example.com'],
  })
  @Validated('baseUrl', ({ BASE_URL, HOST, PORT }) => {
    if (BASE_URL !== undefined) return findUrlFault('BASE_URL', BASE_URL);
    if (!isUnspecifiedAddress(HOST) && PORT !== '0') return undefined;
    const which = isUnspecifiedAddress(HOST) ? `HOST is ${HOST}` : 'PORT is 0';
    return `BASE_URL is required when ${which}, since links begin with it.`;
  })
  readonly BASE_URL?: string;

  @Variable({
    group: 'Address',
    meaning:
      'Start of the path of the content API. `/jsonapi` makes the deployment headless: it issues no tokens and has no OAuth ' +
      'endpoints.',
  })
  @IsOneOf(['/api', '/jsonapi'])
  readonly JSONAPI_PREFIX: string = '/api';

  @Variable({
    group: 'Address',
    meaning:
      'Whether browsers must use https for subdomains of the host as well (`includeSubDomains` of `Strict-Transport-Security`).',
  })
  @IsTrueOrFalse()
  readonly HSTS_INCLUDE_SUBDOMAINS: string = 'false';

  @Variable({
    group: 'Address',
    meaning:
      'Proxies whose `X-Forwarded-*` headers are trusted. Logins and rate limits count by the address that results. While it is ' +
      'unset, the log has a warning at the first `X-Forwarded-For`.',
    values: '`false`, a number of proxies, or their addresses',
    examples: ['loopback,10.0.0.0/8'],
  })
  @Validated('trustProxy', ({ TRUST_PROXY }) =>
    parseTrustProxy(TRUST_PROXY) === undefined
      ? `TRUST_PROXY must be false, a number of proxies, or their addresses such as loopback,10.0.0.0/8, got '${TRUST_PROXY}'.`
      : undefined,
  )
  readonly TRUST_PROXY: string = 'false';

  @Variable({
    group: 'Address',
    meaning:
      'Whether answers of 4 KiB and more and the files of the administration are compressed for clients that ask for it. `off` ' +
      'leaves it to a proxy.',
  })
  @IsOneOf(['on', 'off'])
  readonly COMPRESSION: string = 'on';
}

/** The message for a variable that is no host, `undefined` when it is one. */
export function findHostFault(variable: string, host: string): string | undefined {
  if (formatHostForUrl(host) !== undefined) return undefined;
  return `${variable} must be an address or a host name such as 127.0.0.1, got '${host}'.`;
}

/** The message for a variable that is no base URL, `undefined` when it is one. */
export function findUrlFault(variable: string, value: string): string | undefined {
  if (isBaseUrl(value)) return undefined;
  const rule =
    'must be a URL such as https://www.example.com, without a password and without a slash at its end';
  return `${variable} ${rule}, got '${withoutUserInfo(value)}'.`;
}

/** Removes user info, which can contain a password, from a URL for an error message. */
function withoutUserInfo(url: string): string {
  const [start, end] = [url.indexOf('//'), url.lastIndexOf('@')];
  return start === -1 || end < start ? url : `${url.slice(0, start)}//…${url.slice(end)}`;
}
