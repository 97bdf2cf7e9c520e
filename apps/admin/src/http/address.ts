/** What the paths of the service begin with: `/` or, behind a proxy, such as `/cms/`. The page has it in `<base>`. */
const ROOT = new URL('..', document.baseURI);

/** Where the router begins, such as `/admin`. */
export const ADMIN_PATH = `${ROOT.pathname}admin`;

/** @param path of the service, beginning with a slash */
export function addressOf(path: string): string {
  return new URL(path.slice(1), ROOT).href;
}

/** The login, which leads back to where somebody is now. */
export function loginAddress(): string {
  const { pathname, search } = window.location;
  const here = `/${pathname.slice(ROOT.pathname.length)}${search}`;
  return addressOf(`/user/login?destination=${encodeURIComponent(here)}`);
}
