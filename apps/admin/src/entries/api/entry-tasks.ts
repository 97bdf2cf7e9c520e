import { t } from '@lingui/core/macro';
import type { EntryDocument } from '../../jsonapi/document.js';
import { formatTypePath } from '../../jsonapi/json-api.js';
import { toQueryString } from '../../jsonapi/query.js';
import { hasCopy } from '../copies/entry-state.js';
import { hasPage, type ResourceType } from '../resource-type.js';
import type { HttpRequest } from './format-request.js';

/** What else the API does with an entry. */
export interface EntryTask {
  readonly name: string;
  readonly label: string;
  readonly request: HttpRequest;
}

/**
 * The requests for the history, the working copy and the preview of an entry, as far as its type and its state have them.
 *
 * @param document the entry as its working copy shows it
 * @param site the label of a website with previews
 */
export function listEntryTasks(
  resourceType: ResourceType,
  document: EntryDocument,
  site: string | undefined,
): readonly EntryTask[] {
  const { entity, labelField } = resourceType;
  const { type, id, attributes } = document.data;
  if (!entity.writable) return [];
  const path = `${formatTypePath(type)}/${id}${toQueryString({ revision: 'working-copy' })}`;
  const content = { path, mediaType: 'application/vnd.api+json' } as const;
  const management = { mediaType: 'application/json' } as const;
  const value = attributes[labelField.name];
  const change = { data: { type, id, attributes: { [labelField.name]: value } } };
  const tasks: EntryTask[] = entity.versioned
    ? [
        {
          name: 'history',
          label: t`List its history`,
          request: { ...management, method: 'GET', path: `/manage/entry-revisions?entry=${id}` },
        },
        { name: 'copy', label: t`Read its working copy`, request: { ...content, method: 'GET' } },
        {
          name: 'save',
          label: t`Save changes without publishing them`,
          request: { ...content, method: 'PATCH', body: change },
        },
      ]
    : [];
  if (entity.versioned && hasCopy(document))
    tasks.push({
      name: 'discard',
      label: t`Discard changes that are not published`,
      request: { ...content, method: 'DELETE' },
    });
  if (hasPage(resourceType) && site !== undefined)
    tasks.push({
      name: 'preview',
      label: t`Make a link of a preview`,
      request: { ...management, method: 'POST', path: '/manage/previews', body: { type, id, site } },
    });
  return tasks;
}
