import Bowser from 'bowser';

/**
 * What a header `User-Agent` says of a browser, such as `Firefox 128, Linux`; of other programs their name, such as `curl/8.5.0`.
 * Clients choose the header, so it recognises a browser and proves nothing.
 */
export function describeBrowser(userAgent: string): string {
  const { browser, os } = Bowser.parse(userAgent);
  if (browser.name === undefined || browser.name === '') return userAgent.split(' ', 1)[0] ?? '';
  const name = [browser.name, browser.version?.split('.', 1)[0]].filter(Boolean).join(' ');
  return os.name === undefined ? name : `${name}, ${os.name}`;
}
