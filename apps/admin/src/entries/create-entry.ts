import type { ApiResponse } from '../http/send.js';
import type { EntryDocument } from '../jsonapi/document.js';
import { jsonApi } from '../jsonapi/json-api.js';
import { getWritableFields, type ResourceType } from './resource-type.js';
import { getDefaultValues, toMembers, type Values } from './values.js';

/**
 * Stores a new entry with the default values of its fields.
 *
 * @param values those that differ; others are omitted, for which the service has initial values
 * @throws ApiError
 */
export function createEntry(resourceType: ResourceType, values: Values): Promise<ApiResponse<EntryDocument>> {
  const fields = getWritableFields(resourceType);
  return jsonApi.create(resourceType.type, toMembers({ ...getDefaultValues(fields), ...values }, fields));
}
