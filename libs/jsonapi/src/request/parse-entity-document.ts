import type { EntryDraft } from '@content-service/entries';
import type { Json, Uuid } from '@content-service/kernel';
import { BodyConflict, InvalidBody } from '../jsonapi.errors.js';
import { primaryData } from './primary-data.js';
import { draftIn, resourceIn, type ResourceObject, uuidIn } from './resource-draft.js';

/**
 * The draft in the body of a POST (JSON:API 1.1 «Creating Resources»). `links`, `meta`, `lid` and other members that
 * say nothing about the entry are ignored.
 *
 * @param type the name of the endpoint's resource type
 * @throws InvalidBody, InvalidMember, BodyConflict
 */
export function parseNewEntry(body: Json, type: string): EntryDraft {
  const resource = resourceOf(body, type);
  const { id } = resource;
  return id === undefined ? draftIn(resource) : { id: uuidIn(id), ...draftIn(resource) };
}

/**
 * The draft in the body of a PATCH (JSON:API 1.1 «Updating Resources»), which must name the entry of the URL.
 *
 * @param type the name of the endpoint's resource type
 * @throws InvalidBody, InvalidMember, BodyConflict
 */
export function parseChangedEntry(body: Json, type: string, id: Uuid): EntryDraft {
  const resource = resourceOf(body, type);
  if (resource['id'] === undefined) throw new InvalidBody(`The resource needs its 'id', '${id}'.`, '/data');
  const given = uuidIn(resource['id']);
  if (given === id) return draftIn(resource);
  throw new BodyConflict(`The body is about the entry '${given}', the URL about '${id}'.`, '/data/id');
}

function resourceOf(body: Json, endpointType: string): ResourceObject {
  const resource = resourceIn(primaryData(body), endpointType);
  if (resource.type === endpointType) return resource;
  throw new BodyConflict(`This endpoint is for '${endpointType}', not for '${resource.type}'.`, '/data/type');
}
