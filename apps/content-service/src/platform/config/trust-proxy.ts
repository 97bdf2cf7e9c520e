import express from 'express';
import { parseWholeNumber } from '@content-service/kernel';

/** Express's `trust proxy`: the number or the addresses of the proxies whose `X-Forwarded-*` headers are trusted. */
export type TrustProxy = false | number | string;

/** @returns `undefined` when the text is none of the three */
export function parseTrustProxy(text: string): TrustProxy | undefined {
  if (text === 'false') return false;
  const proxies = parseWholeNumber(text, { maximum: 99 });
  if (proxies !== undefined) return proxies;
  try {
    // Express parses the addresses when the setting is assigned, and throws for invalid ones.
    express().set('trust proxy', text);
    return text;
  } catch {
    return undefined;
  }
}
