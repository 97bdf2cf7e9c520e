import { createHash, timingSafeEqual } from 'node:crypto';
import type { NextApiRequest, NextApiResponse } from 'next';

const SECRET_LENGTH_MINIMUM = 16;

/** The link to a draft: `/api/draft?path=/about&secret=…`. Draft mode ends with the session of the browser. */
export default function handler({ query }: NextApiRequest, response: NextApiResponse): void {
  const path = verifyDraftLink(query);
  if (path === undefined) response.status(403).send('This link is not valid.');
  else response.setDraftMode({ enable: true }).redirect(307, encodeURI(path));
}

/** The path on this site, if the link is right. Other kinds of links replace this function alone. */
function verifyDraftLink({ path, secret }: NextApiRequest['query']): string | undefined {
  const { DRAFT_SECRET: expected = '' } = process.env;
  const isRight = expected.length >= SECRET_LENGTH_MINIMUM && isEqual(String(secret), expected);
  return isRight && typeof path === 'string' && /^\/(?![/\\])/.test(path) ? path : undefined;
}

function isEqual(one: string, other: string): boolean {
  const hash = (text: string): Buffer => createHash('sha256').update(text).digest();
  return timingSafeEqual(hash(one), hash(other));
}
