import { isRateLimits, type RateLimits } from '@content-service/site-settings';

/** Parses `none`, `recommended` or a JSON table; `undefined` for other text. */
export function parseRateLimits(text: string): RateLimits | undefined {
  const value = parseJsonOrText(text);
  return isRateLimits(value) ? value : undefined;
}

function parseJsonOrText(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}
