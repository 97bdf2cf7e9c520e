/** The root of the service, taken from `<base>`: path `/`, or such as `/cms/` behind a proxy. */
const ROOT = new URL('..', document.baseURI);

/** The base path of the router, such as `/admin`. */
export const ADMIN_PATH = `${ROOT.pathname}admin`;

/** The absolute URL of a path of the service, such as `/manage/users`. */
export function buildUrl(path: string): string {
  return new URL(path.slice(1), ROOT).href;
}

/** The URL of the login page with the present screen as `destination`. */
export function buildLoginUrl(): string {
  const { pathname, search } = window.location;
  const destination = `/${pathname.slice(ROOT.pathname.length)}${search}`;
  return buildUrl(`/user/login?destination=${encodeURIComponent(destination)}`);
}
