import type { Response } from 'express';
import type { TokenRefusal } from '../../platform/metrics/token-refusals.js';

const refusals = new WeakMap<Response, TokenRefusal>();

/** Keeps the reason of a refusal for the metrics: error documents and status codes do not tell all of them apart. */
export function setTokenRefusal(response: Response, reason: TokenRefusal): void {
  refusals.set(response, reason);
}

/** @returns `undefined` for a response that refuses no token */
export function getTokenRefusal(response: Response): TokenRefusal | undefined {
  return refusals.get(response);
}
