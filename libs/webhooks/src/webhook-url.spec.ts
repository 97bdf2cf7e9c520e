import { isNetwork, validateWebhookUrl, type WebhookUrlPolicy } from './webhook-url.js';

const POLICY: WebhookUrlPolicy = {
  allowHttp: false,
  allowedNetworks: [],
  ownOrigin: 'https://content.example',
};
const createProblem = (format: string, message: string) => ({ message, rule: { format } });
const ABSOLUTE = createProblem('uri', 'must be an absolute URL such as https://example.com/webhook.');
const HTTPS = createProblem('https-uri', 'must begin with https://.');
const CREDENTIALS = createProblem('uri-without-credentials', 'must not contain a user name or password.');
const FRAGMENT = createProblem('uri-without-fragment', 'must not contain a fragment.');
const PORT = createProblem('uri-with-allowed-port', 'must have the port 443, or one from 1024 on.');
const OWN = createProblem('foreign-uri', 'must not be one of this service.');
const PRIVATE = createProblem('public-uri', 'must not have an address of a private or reserved network.');

describe('validateWebhookUrl', () => {
  it.each([
    'https://example.com',
    'https://example.com:443/hook?x=1',
    'https://example.com:8443/hook',
    'https://93.184.216.34/hook',
    'https://[2606:2800:220:1::1]/hook',
  ])('accepts %s', (url) => {
    expect(validateWebhookUrl(url, POLICY)).toBeUndefined();
  });

  it.each([
    ['http://example.com', HTTPS],
    ['ftp://example.com', HTTPS],
    ['file:///etc/passwd', HTTPS],
    ['/hook', ABSOLUTE],
    ['', ABSOLUTE],
    ['https://user@example.com', CREDENTIALS],
    ['https://:word@example.com', CREDENTIALS],
    ['https://example.com/#part', FRAGMENT],
    ['https://example.com/#', FRAGMENT],
    ['https://example.com:22', PORT],
    ['https://example.com:80', PORT],
    ['https://content.example/oauth/token', OWN],
    ['https://CONTENT.example.:443/', OWN],
    ['https://127.0.0.1', PRIVATE],
    ['https://2130706433', PRIVATE],
    ['https://0x7f.1', PRIVATE],
    ['https://0.0.0.0', PRIVATE],
    ['https://10.0.0.1', PRIVATE],
    ['https://169.254.169.254/latest/meta-data', PRIVATE],
    ['https://100.64.0.1', PRIVATE],
    ['https://[::1]', PRIVATE],
    ['https://[::ffff:10.0.0.1]', PRIVATE],
    ['https://[64:ff9b::a00:1]', PRIVATE],
    ['https://[2002:a00:1::]', PRIVATE],
    ['https://[fd00::1]', PRIVATE],
    ['https://[::]', PRIVATE],
    ['https://[::127.0.0.1]', PRIVATE],
    ['https://[::93.184.216.34]', PRIVATE],
    ['https://[::ffff:93.184.216.34]', PRIVATE],
    ['https://[::ffff:0:127.0.0.1]', PRIVATE],
    ['https://[64:ff9b:1::a00:1]', PRIVATE],
    ['https://[2001:0:7f00:1::]', PRIVATE],
    ['https://[2001:db8::1]', PRIVATE],
    ['https://[fec0::1]', PRIVATE],
    ['https://[fe80::1]', PRIVATE],
    ['https://[ff02::1]', PRIVATE],
    ['https://[4000::1]', PRIVATE],
    [
      `https://example.com/${'x'.repeat(2000)}`,
      { message: 'must have at most 2000 characters.', rule: { maxLength: 2000 } },
    ],
  ])('refuses %s', (url, problem) => {
    expect(validateWebhookUrl(url, POLICY)).toEqual(problem);
  });

  it('accepts http: and its ports where the deployment allows it', () => {
    const policy = { ...POLICY, allowHttp: true };

    expect(validateWebhookUrl('http://example.com/hook', policy)).toBeUndefined();
    expect(validateWebhookUrl('http://example.com:8080/hook', policy)).toBeUndefined();
    expect(validateWebhookUrl('http://content.example/hook', policy)).toEqual(OWN);
    expect(validateWebhookUrl('http://example.com:25', policy)).toEqual(
      createProblem('uri-with-allowed-port', 'must have the port 80, or one from 1024 on.'),
    );
  });

  it('accepts addresses of allowed networks alone', () => {
    const policy = { ...POLICY, allowedNetworks: ['10.1.0.0/16', 'fd00::/8'] };

    expect(validateWebhookUrl('https://10.1.2.3', policy)).toBeUndefined();
    expect(validateWebhookUrl('https://[fd00::1]', policy)).toBeUndefined();
    expect(validateWebhookUrl('https://10.2.0.1', policy)).toEqual(PRIVATE);
    expect(validateWebhookUrl('https://[::ffff:10.1.2.3]', policy)).toEqual(PRIVATE);
  });
});

describe('isNetwork', () => {
  it.each([
    ['10.0.0.0/8', true],
    ['::1/128', true],
    ['10.0.0.0', false],
    ['10.0.0.0/33', false],
    ['example.com/8', false],
  ])('%s: %s', (text, expected) => {
    expect(isNetwork(text)).toBe(expected);
  });
});
