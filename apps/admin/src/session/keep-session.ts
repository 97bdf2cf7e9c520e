import { accessTokenCache } from './session.js';

/** Every so often, a key asks for a token, which is a request only when the last one has expired (300 s). */
const INTERVAL_MS = 60_000;

/**
 * Keeps the session of the browser as long as somebody types, which sends no requests by itself. Otherwise the session ends 30 minutes
 * after the last one. A form that was left open does not keep it.
 */
export function keepSessionWhileTyping(): void {
  let askedAt = -Infinity;
  document.addEventListener(
    'input',
    () => {
      if (performance.now() - askedAt < INTERVAL_MS) return;
      askedAt = performance.now();
      // The next save reports what is wrong.
      accessTokenCache.get().catch(() => undefined);
    },
    { capture: true, passive: true },
  );
}
