import { buildUrl, buildLoginUrl } from '../http/build-url.js';
import { ApiError, toApiError } from '../http/api-error.js';
import { fetchFromService } from '../http/service-unreachable.js';
import { AccessTokenCache, type SessionResponse } from './access-token-cache.js';
import { createDeferred, type Deferred } from './deferred.js';
import { getSessionState, setSessionState } from './session-state.js';

/** The access tokens of this browser's session. */
export const accessTokenCache = new AccessTokenCache(requestToken, () => performance.now());

/** What waits for a session after the last one has ended, such as the save of a form. */
let waiting: Deferred<SessionResponse> | undefined;

/** Requests a token in the session of this browser; without one see `handleRefusal`. */
async function requestToken(): Promise<SessionResponse> {
  try {
    return await startTokens();
  } catch (error) {
    if (error instanceof ApiError) return handleRefusal(error);
    throw error;
  }
}

/** Sends the session cookie, which is `HttpOnly`. @throws ApiError */
async function startTokens(): Promise<SessionResponse> {
  const session = (await (await post('/session/token')).json()) as SessionResponse;
  setSessionState({
    kind: 'signed in',
    session: { user: session.user, scopes: new Set(session.scope.split(' ')) },
  });
  return session;
}

/**
 * Without a session, or with a password that must be changed: leads to the login page at the start, which leads on to the
 * password page where that is required, and back to the present screen. Later it opens a dialog instead, because screens may
 * hold unsaved input, and requests wait until the user is signed in again.
 *
 * @throws ApiError the refusal for another reason
 */
function handleRefusal(refusal: ApiError): Promise<SessionResponse> {
  const state = getSessionState();
  if (refusal.status !== 401 && refusal.more['code'] !== 'password_change_required') throw refusal;
  if (state.kind === 'unknown') {
    window.location.replace(buildLoginUrl());
    return new Promise(() => undefined);
  }
  setSessionState({ kind: 'ended', session: state.session });
  waiting ??= createDeferred();
  return waiting.promise;
}

/** Goes on with the requests that wait, after the user has signed in. @throws ApiError while there is no session */
export async function resumeSession(): Promise<void> {
  const session = await startTokens();
  waiting?.resolve(session);
  waiting = undefined;
}

/** Signs in again after the end of the session, and goes on. @throws ApiError when the password is wrong, or was tried too often */
export async function signInAgain(name: string, password: string): Promise<void> {
  await post('/session/start', { name, password });
  await resumeSession();
}

/** Keeps a language for the user in each browser. @throws ApiError for one that the pages of the service do not have */
export async function chooseLanguage(language: string): Promise<void> {
  await post('/session/language', { language });
}

export async function signOut(): Promise<void> {
  await post('/session/end');
  window.location.assign(buildUrl('/user/login?destination=%2Fadmin'));
}

/** @throws ApiError */
async function post(path: string, body: object = {}): Promise<Response> {
  const response = await fetchFromService(buildUrl(path), {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Accept: 'application/json' },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw toApiError(response.status, await response.json().catch(() => undefined));
  return response;
}

/** Verifies the password of the user once more. @throws ApiError when the password is wrong, or was tried too often */
export async function sendPassword(password: string): Promise<void> {
  await post('/session/reauthenticate', { password });
}
