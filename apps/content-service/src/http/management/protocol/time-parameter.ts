import { InvalidParameter } from '@content-service/jsonapi';
import { parseDateTime } from '@content-service/kernel';

/** UNIX seconds of a query parameter. @throws InvalidParameter */
export function parseTimeParameter(name: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  // A `+` in a query means a space, so an offset written without percent-encoding arrives as ` 01:00`.
  const seconds = parseDateTime(text.replace(' ', '+'));
  if (seconds !== undefined) return seconds;
  throw new InvalidParameter(
    name,
    `${name} must be a date-time such as 2024-01-31T12:00:00Z, got '${text}'.`,
  );
}
