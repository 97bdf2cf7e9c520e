import { InvalidParameter } from '@content-service/jsonapi';

/** A place in a list that is ordered by name, as a client carries it from part to part. */
export function formatNameCursor(name: string): string {
  return Buffer.from(name).toString('base64url');
}

/** @throws InvalidParameter */
export function parseNameCursor(text: string): string {
  const name = Buffer.from(text, 'base64url').toString();
  if (name !== '' && formatNameCursor(name) === text) return name;
  throw new InvalidParameter('cursor', `'${text}' is no cursor of this list; take it from the part before.`);
}
