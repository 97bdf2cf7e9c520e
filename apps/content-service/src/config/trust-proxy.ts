import express from 'express';

/** Express's `trust proxy`: the number or the addresses of the proxies whose `X-Forwarded-*` headers are trusted. */
export type TrustProxy = false | number | string;

/** @returns `undefined` when the text is none of the three */
export function parseTrustProxy(text: string): TrustProxy | undefined {
  if (text === 'false') return false;
  if (/^\d{1,2}$/.test(text)) return Number(text);
  try {
    // Express parses the addresses when the setting is assigned, and throws for invalid ones.
    express().set('trust proxy', text);
    return text;
  } catch {
    return undefined;
  }
}
