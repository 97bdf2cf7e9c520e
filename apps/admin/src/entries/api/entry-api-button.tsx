import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { EntryDocument } from '../../jsonapi/document.js';
import * as queries from '../../management-api/queries.js';
import { hasPage, type ResourceType } from '../resource-type.js';
import { ApiButton } from './api-button.js';
import { toEntryRequest } from './api-request.js';
import { listEntryTasks } from './entry-tasks.js';

interface EntryApiButtonProps {
  readonly resourceType: ResourceType;
  /** The entry as its working copy shows it. */
  readonly document: EntryDocument;
}

/** The button of the API for an entry. */
export function EntryApiButton({ resourceType, document }: EntryApiButtonProps): ReactNode {
  const hasPreview = resourceType.entity.writable && hasPage(resourceType);
  const { data: sites = [] } = useQuery({ ...queries.previewSites, enabled: hasPreview });
  return (
    <ApiButton
      request={toEntryRequest(resourceType, document.data)}
      tasks={listEntryTasks(resourceType, document, sites[0]?.label)}
    />
  );
}
