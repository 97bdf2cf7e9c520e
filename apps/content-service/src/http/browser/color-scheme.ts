import { findCookie, type RequestHeaders } from './cookies.js';

/** The name of the cookie that the administration sets (`apps/admin/src/color-scheme-manager.ts`). */
const COOKIE = 'color-scheme';

/**
 * The attribute of `<html>` with the colour scheme that was chosen in the administration, such as
 * ` data-color-scheme="dark"`; empty where none was chosen, so that the page has the scheme of the system.
 */
export function formatColorSchemeAttribute(request: RequestHeaders): string {
  const chosen = findCookie(request, COOKIE);
  return chosen === 'light' || chosen === 'dark' ? ` data-color-scheme="${chosen}"` : '';
}
