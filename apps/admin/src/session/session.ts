import { addressOf, loginAddress } from '../http/address.js';
import { requestFailed } from '../http/request-failed.js';
import { AccessTokens, type SessionAnswer } from './access-tokens.js';
import { sessionState, setSessionState } from './session-state.js';

/** The tokens of this browser's session. */
export const accessTokens = new AccessTokens(askForToken, () => performance.now());

/** The cookie of the session goes along; a script cannot read it. */
async function askForToken(): Promise<SessionAnswer> {
  const response = await post('/session/token');
  if (response.status === 401) sessionHasEnded();
  if (!response.ok) throw requestFailed(response.status, await response.json().catch(() => undefined));
  const answer = (await response.json()) as SessionAnswer;
  const { user, scope } = answer;
  setSessionState({ kind: 'signed in', session: { user, scopes: new Set(scope.split(' ')) } });
  return answer;
}

/** Who has seen nothing yet goes to the login; whoever has is asked first, for there may be text that is not saved. */
function sessionHasEnded(): void {
  const state = sessionState();
  if (state.kind === 'unknown') window.location.assign(loginAddress());
  else setSessionState({ kind: 'ended', session: state.session });
}

export async function signOut(): Promise<void> {
  await post('/session/end');
  window.location.assign(addressOf('/user/login?destination=%2Fadmin'));
}

function post(path: string): Promise<Response> {
  return fetch(addressOf(path), {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Accept: 'application/json' },
    body: '{}',
  });
}
