import { createHmac, timingSafeEqual } from 'node:crypto';

const LIFETIME_SECONDS = 900;
const SECRET_LENGTH_MINIMUM = 16;

/**
 * Checks the link to a draft, `/draft?path=/about&secret=…`. Other kinds of links replace this function alone.
 *
 * @param {URLSearchParams} parameters
 * @param {string | undefined} secret which editors have in their link, and nobody else; a short or missing one opens nothing
 * @returns {string | undefined} the path on this site, if the link is right
 */
export function verifyDraftLink(parameters, secret) {
  const path = parameters.get('path') ?? '';
  const isLocal = /^\/(?![/\\])/.test(path);
  return isLocal && isUsable(secret) && isEqual(parameters.get('secret') ?? '', secret) ? path : undefined;
}

/** The header `Set-Cookie` of a browser that sees drafts for a quarter of an hour. */
export function createDraftCookie(secret) {
  const expiresAt = Math.floor(Date.now() / 1000) + LIFETIME_SECONDS;
  const value = `${expiresAt}.${sign(expiresAt, secret)}`;
  return `draft=${value}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${LIFETIME_SECONDS}`;
}

/** @param {string | undefined | null} cookies the header `Cookie` of a request */
export function seesDrafts(cookies, secret) {
  const [, expiresAt, signature] = /(?:^|; )draft=(\d+)\.([\w-]+)/.exec(cookies ?? '') ?? [];
  const isFresh = Number(expiresAt) > Date.now() / 1000;
  return isFresh && isUsable(secret) && isEqual(signature, sign(expiresAt, secret));
}

const isUsable = (secret = '') => secret.length >= SECRET_LENGTH_MINIMUM;

const sign = (text, secret) => createHmac('sha256', secret).update(`draft ${text}`).digest('base64url');

function isEqual(one, other) {
  const hash = (text) => createHmac('sha256', 'compare').update(text).digest();
  return timingSafeEqual(hash(one), hash(other));
}
