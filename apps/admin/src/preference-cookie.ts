const YEAR_SECONDS = 365 * 24 * 3600;

/**
 * Sets a cookie with which the service gives its own pages, such as the login, what was chosen in the administration
 * (`apps/content-service/src/http/browser`).
 *
 * @param value without it, the cookie is removed
 */
export function setPreferenceCookie(name: string, value?: string): void {
  const maxAge = value === undefined ? 0 : YEAR_SECONDS;
  // oxlint-disable lingui/no-unlocalized-strings -- attributes of a cookie
  const secure = window.location.protocol === 'https:' ? '; Secure' : '';
  document.cookie = `${name}=${value ?? ''}; Path=/; SameSite=Lax; Max-Age=${maxAge}${secure}`;
  // oxlint-enable lingui/no-unlocalized-strings
}

/** The value of a cookie of `setPreferenceCookie`. */
export function findPreferenceCookie(name: string): string | undefined {
  const pair = document.cookie.split('; ').find((text) => text.startsWith(`${name}=`));
  return pair?.slice(name.length + 1);
}
