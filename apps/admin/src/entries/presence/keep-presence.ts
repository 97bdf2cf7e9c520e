import { buildPath, managementApi } from '../../management-api/management-api.js';
import type { EntryPresence } from '../../management-api/operations-resources.js';
import { getSessionState } from '../../session/session-state.js';

/** The service forgets whoever it did not hear of for 60 seconds. */
const BEAT_MS = 20_000;

/**
 * How long after the last key or movement of the pointer beats are sent. They are requests, which keep the session of the browser: a form
 * that was left open must not keep it for ever.
 */
const ACTIVE_MS = 10 * 60_000;

const ACTIVITIES = ['keydown', 'pointerdown', 'pointermove'] as const;

/**
 * Tells the service that the user has an entry open, as long as the page is visible and the user there.
 *
 * @param onChange called with the names of the others who have it open
 * @returns a function that ends this and tells the service that the user has left the entry
 */
export function keepPresence(id: string, onChange: (others: readonly string[]) => void): () => void {
  const path = buildPath('entry-presence', id);
  let activeAt = performance.now();
  let beatAt = -Infinity;
  let isLeft = false;
  let answered = Promise.resolve();

  /** Without an answer the names are those of the last one: the next beat follows soon. */
  const sendBeat = async (): Promise<void> => {
    try {
      const { body } = await managementApi.put<EntryPresence>(path);
      if (!isLeft) onChange(body.items.map(({ name }) => name));
    } catch {
      // The form itself reports what concerns the entry.
    }
  };
  const beat = (): void => {
    const now = performance.now();
    if (document.visibilityState !== 'visible' || now - activeAt >= ACTIVE_MS || !isSignedIn()) {
      // Names that are not asked for any more would be outdated soon.
      onChange([]);
      return;
    }
    beatAt = now;
    answered = sendBeat();
  };
  /** The next beat, at once when those before it were left out. */
  const resume = (): void => {
    if (performance.now() - beatAt >= BEAT_MS) beat();
  };
  const noteActivity = (): void => {
    const wasActive = performance.now() - activeAt < ACTIVE_MS;
    activeAt = performance.now();
    if (!wasActive) resume();
  };
  const sendLeave = (): void => {
    // Without an answer the service forgets the user within a minute.
    managementApi.leave(path).catch(() => undefined);
  };
  /** The browser may show the page again as it is, which then sends a beat. */
  const leavePage = (): void => {
    beatAt = -Infinity;
    sendLeave();
  };

  const timer = setInterval(beat, BEAT_MS);
  for (const type of ACTIVITIES)
    window.addEventListener(type, noteActivity, { capture: true, passive: true });
  document.addEventListener('visibilitychange', resume);
  window.addEventListener('pageshow', resume);
  window.addEventListener('pagehide', leavePage);
  beat();
  return () => {
    isLeft = true;
    clearInterval(timer);
    for (const type of ACTIVITIES) window.removeEventListener(type, noteActivity, { capture: true });
    document.removeEventListener('visibilitychange', resume);
    window.removeEventListener('pageshow', resume);
    window.removeEventListener('pagehide', leavePage);
    // Behind a beat on its way, which would bring the user back.
    void answered.then(sendLeave);
  };
}

function isSignedIn(): boolean {
  return getSessionState().kind === 'signed in';
}
