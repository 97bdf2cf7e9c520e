import { t } from '@lingui/core/macro';
import { localStorageColorSchemeManager, type MantineColorScheme } from '@mantine/core';

const YEAR_SECONDS = 365 * 24 * 3600;

const localStorageManager = localStorageColorSchemeManager();

/**
 * Keeps the chosen colour scheme in the local storage, and in a cookie with which the service gives its own pages the same one
 * (`apps/content-service/src/http/browser/color-scheme.ts`).
 */
export const colorSchemeManager: typeof localStorageManager = {
  ...localStorageManager,
  get: (defaultScheme) => {
    const scheme = localStorageManager.get(defaultScheme);
    setCookie(scheme);
    return scheme;
  },
  set: (scheme) => {
    localStorageManager.set(scheme);
    setCookie(scheme);
  },
  clear: () => {
    localStorageManager.clear();
    setCookie('auto');
  },
};

/** Sets the cookie, and removes it for the scheme of the system. */
function setCookie(scheme: MantineColorScheme): void {
  const maxAge = scheme === 'auto' ? 0 : YEAR_SECONDS;
  const secure = window.location.protocol === 'https:' ? t`; Secure` : '';
  document.cookie = t`color-scheme=${scheme}; Path=/; SameSite=Lax; Max-Age=${maxAge}${secure}`;
}
