import { isJsonObject, type Json } from '@content-service/kernel';
import { InvalidBody } from '../jsonapi.errors.js';

/**
 * The `data` of a request document. For a relationship endpoint that is the linkage, and whether it fits the
 * relationship is for the domain to say.
 *
 * @throws InvalidBody
 */
export function primaryData(body: Json): Json {
  const data = isJsonObject(body) ? body['data'] : undefined;
  if (data === undefined) throw new InvalidBody(`The body must be an object with 'data'.`);
  return data;
}
