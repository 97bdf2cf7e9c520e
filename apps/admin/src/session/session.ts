import { buildUrl, buildLoginUrl } from '../http/build-url.js';
import { type ApiError, toApiError } from '../http/api-error.js';
import { AccessTokenCache, type SessionResponse } from './access-token-cache.js';
import { getSessionState, setSessionState } from './session-state.js';

/** The access tokens of this browser's session. */
export const accessTokenCache = new AccessTokenCache(requestToken, () => performance.now());

/** Sends the session cookie, which is `HttpOnly`. */
async function requestToken(): Promise<SessionResponse> {
  const response = await post('/session/token');
  if (!response.ok)
    return handleRefusal(toApiError(response.status, await response.json().catch(() => undefined)));
  const session = (await response.json()) as SessionResponse;
  const { user, scope } = session;
  setSessionState({ kind: 'signed in', session: { user, scopes: new Set(scope.split(' ')) } });
  return session;
}

/**
 * Without a session, or with a password that must be changed: leads to the login page at the start, which leads on to the
 * password page where that is required, and back to the present screen. Later it opens a dialog instead, because screens may
 * hold unsaved input.
 *
 * @throws ApiError the refusal, unless the browser leaves this page
 */
async function handleRefusal(refusal: ApiError): Promise<never> {
  const state = getSessionState();
  if (refusal.status !== 401 && refusal.more['code'] !== 'password_change_required') throw refusal;
  if (state.kind !== 'unknown') {
    setSessionState({ kind: 'ended', session: state.session });
    throw refusal;
  }
  window.location.replace(buildLoginUrl());
  return new Promise(() => undefined);
}

export async function signOut(): Promise<void> {
  await post('/session/end');
  window.location.assign(buildUrl('/user/login?destination=%2Fadmin'));
}

function post(path: string): Promise<Response> {
  return fetch(buildUrl(path), {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Accept: 'application/json' },
    body: '{}',
  });
}
