import express from 'express';

/** Express's `trust proxy`: how many proxies, or which ones, may say whom they speak for. */
export type TrustProxy = false | number | string;

/** @returns `undefined` when the text is none of the three */
export function parseTrustProxy(text: string): TrustProxy | undefined {
  if (text === 'false') return false;
  if (/^\d{1,2}$/.test(text)) return Number(text);
  try {
    // Express reads the addresses the moment they are set.
    express().set('trust proxy', text);
    return text;
  } catch {
    return undefined;
  }
}
