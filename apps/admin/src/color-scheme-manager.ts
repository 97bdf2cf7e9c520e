import { localStorageColorSchemeManager, type MantineColorScheme } from '@mantine/core';
import { setPreferenceCookie } from './preference-cookie.js';

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

/** The scheme of the system needs no cookie. */
function setCookie(scheme: MantineColorScheme): void {
  setPreferenceCookie('color-scheme', scheme === 'auto' ? undefined : scheme);
}
