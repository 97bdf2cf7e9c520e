import { t } from '@lingui/core/macro';
import { buildUrl } from '../../http/build-url.js';
import { managementApi, buildPath } from '../../management-api/management-api.js';
import type { ApiClient } from '../../management-api/resources.js';
import { requestToken, type TokenResponse } from '../token-request.js';
import { buildAuthorizationUrl } from './authorization-url.js';
import type { Credentials } from './frameworks.js';

/** Carries the answer of the authorization endpoint from the window with the consent page to this one. */
const CHANNEL = 'content-service-authorization-trial';

/** The query of the redirect: `code` and `state`, or `error` (RFC 6749 §4.1.2). */
type RedirectQuery = Readonly<Record<string, string>>;

/** The screen that the trial is redirected to. */
const REDIRECT_URI = buildUrl('/admin/api-clients/connect/callback');

/**
 * Runs the authorization code flow with PKCE (RFC 7636) as the program would: opens the consent page in a window and exchanges
 * the code. For the time of the trial, the client has the redirect URI of this application; its removal revokes the token.
 *
 * @param onToken what is done with the token
 * @throws Error when the window was blocked or closed, consent was refused, or the token endpoint refused the code
 */
export async function tryAuthorizationCode<T>(
  { id, secret }: Credentials,
  onToken: (token: TokenResponse) => Promise<T>,
): Promise<T> {
  // Opened before anything is awaited: browsers block windows that a click did not open.
  const consentWindow = window.open('about:blank', '_blank', 'popup,width=520,height=720');
  if (consentWindow === null)
    throw new Error(t`The browser blocked the window. Allow windows of this page, and try again.`);
  const path = `/api-clients${buildPath(id)}`;
  const { redirectUris } = (await managementApi.get<ApiClient>(path)).body;
  await managementApi.patch(path, { redirectUris: [...new Set([...redirectUris, REDIRECT_URI])] });
  try {
    const [verifier, state] = [createRandomText(), createRandomText()];
    const redirect = receiveRedirect(state, consentWindow);
    consentWindow.location.href = buildAuthorizationUrl({
      id,
      redirectUri: REDIRECT_URI,
      state,
      challenge: await createChallenge(verifier),
    });
    const { code, error, error_description: description = error } = await redirect;
    if (code === undefined) throw new Error(description ?? t`The authorization endpoint gave no code.`);
    const token = await requestToken({
      grant_type: 'authorization_code',
      client_id: id,
      ...(secret === undefined ? {} : { client_secret: secret }),
      code,
      redirect_uri: REDIRECT_URI,
      code_verifier: verifier,
    });
    return await onToken(token);
  } finally {
    consentWindow.close();
    await managementApi.patch(path, { redirectUris: redirectUris.filter((uri) => uri !== REDIRECT_URI) });
  }
}

/** Sends the query of the redirect to the window that waits for it. */
export function reportRedirect(query: URLSearchParams): void {
  const channel = new BroadcastChannel(CHANNEL);
  channel.postMessage(Object.fromEntries(query));
  channel.close();
}

const CLOSED_CHECK_MS = 500;

/** @throws Error when the window is closed before */
function receiveRedirect(state: string, consentWindow: Window): Promise<RedirectQuery> {
  return new Promise((resolve, reject) => {
    const channel = new BroadcastChannel(CHANNEL);
    const timer = setInterval(() => {
      if (!consentWindow.closed) return;
      end();
      reject(new Error(t`The window was closed before the end of the trial.`));
    }, CLOSED_CHECK_MS);
    const end = (): void => {
      clearInterval(timer);
      channel.close();
    };
    channel.onmessage = ({ data }: MessageEvent<RedirectQuery>) => {
      if (data['state'] !== state) return;
      end();
      resolve(data);
    };
  });
}

/** The `code_challenge` of a verifier (RFC 7636 §4.2). */
async function createChallenge(verifier: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(verifier));
  return encodeBase64Url(new Uint8Array(digest));
}

/** 256 random bits. */
function createRandomText(): string {
  return encodeBase64Url(crypto.getRandomValues(new Uint8Array(32)));
}

function encodeBase64Url(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
}
