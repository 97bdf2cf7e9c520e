import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Navigate } from '@tanstack/react-router';
import { useDisclosure } from '@mantine/hooks';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { QueryBoundary } from '../../layout/query-boundary.js';
import { NotFoundScreen } from '../../layout/error-screens.js';
import { BackLink } from '../../layout/links.js';
import { Screen } from '../../layout/screen.js';
import type { EntryDocument } from '../../jsonapi/document.js';
import { MENU_LINK_TYPE } from '../../menus/menu-link.js';
import * as queries from '../../management-api/queries.js';
import { EntryApiButton } from '../api/entry-api-button.js';
import { PreviewButton } from '../../previews/preview-button.js';
import { getEntryState } from '../copies/entry-state.js';
import { EntryHistory } from '../history/entry-history.js';
import { useNoteOpened } from '../../home/opened-entries.js';
import { getLastSearch } from '../list/last-search.js';
import { PresenceLine } from '../presence/presence-line.js';
import { ReadOnlyNotice } from '../read-only-notice.js';
import { FailedSchedules } from '../schedules/failed-schedules.js';
import { isNew } from '../new-id.js';
import { getTitle, hasPage, type ResourceType, useResourceType } from '../resource-type.js';
import type { Values } from '../values.js';
import { DeleteEntry } from './delete-entry.js';
import { DuplicateButton } from './duplicate-button.js';
import { EntryForm } from './entry-form.js';
import { useEntryQuery } from './entry-query.js';

const PreviewPane = lazy(() =>
  import('../../previews/preview-pane.js').then((module) => ({ default: module.PreviewPane })),
);

const route = getRouteApi('/entries/$type/$id');

/** The editor of an entry, also of one that is not stored yet. */
export function EntryScreen(): ReactNode {
  const { type, id } = route.useParams();
  const { data: model } = useQuery(queries.contentModel);
  const resourceType = useResourceType(type);
  const query = useEntryQuery({ type, id }, resourceType);
  const form = useFormKey(`${type} ${id}`);
  const [takenOver, setTakenOver] = useState<Values>();
  const [isPreviewed, preview] = useDisclosure();
  useNoteOpened(query.data?.body.data);
  if (type === MENU_LINK_TYPE) return <Navigate to="/menus" replace />;
  if (resourceType === null || (isNew({ id }) && resourceType?.entity.creatable === false))
    return <NotFoundScreen />;
  const entry = isNew({ id }) ? undefined : query.data?.body.data;
  const title =
    entry !== undefined && model !== undefined ? getTitle(entry, model) : getFallbackTitle(id, resourceType);
  return (
    <Screen
      width={isPreviewed ? 'full' : 'wide'}
      title={title}
      above={
        <BackLink to="/entries/$type" params={{ type }} search={getLastSearch(type)}>
          {resourceType?.label ?? t`Entries`}
        </BackLink>
      }
      description={
        resourceType?.entity.writable === true && entry !== undefined && <PresenceLine key={id} id={id} />
      }
      actions={
        resourceType !== undefined &&
        query.data !== undefined &&
        entry !== undefined && (
          <>
            <EntryApiButton resourceType={resourceType} document={query.data.body} />
            {resourceType.entity.writable && (
              <>
                {hasPage(resourceType) && <PreviewButton opened={isPreviewed} onToggle={preview.toggle} />}
                {resourceType.entity.versioned && (
                  <EntryHistory entry={entry} resourceType={resourceType} onTakeOver={setTakenOver} />
                )}
                {resourceType.entity.creatable && (
                  <DuplicateButton entry={entry} resourceType={resourceType} />
                )}
                <DeleteEntry entry={entry} title={title} resourceType={resourceType} />
              </>
            )}
          </>
        )
      }
    >
      {resourceType?.entity.writable === true && <ReadOnlyNotice />}
      {resourceType?.entity.versioned === true &&
        entry !== undefined &&
        query.data !== undefined &&
        canFail(query.data.body) && (
          <FailedSchedules entry={{ type, id }} resourceType={resourceType} etag={query.data.etag} />
        )}
      <QueryBoundary query={query}>
        {({ body, etag }) =>
          resourceType !== undefined && (
            <div className="entry-with-preview" data-preview={isPreviewed || undefined}>
              <EntryForm
                key={form.key}
                resourceType={resourceType}
                document={body}
                etag={etag}
                takenOver={takenOver}
                inOneColumn={isPreviewed}
                onReload={() => query.refetch()}
                onCreated={(created) => {
                  form.keepFor(`${type} ${created}`);
                }}
              />
              {isPreviewed && entry !== undefined && (
                <Suspense>
                  <PreviewPane entry={{ type, id }} etag={etag} />
                </Suspense>
              )}
            </div>
          )
        }
      </QueryBoundary>
    </Screen>
  );
}

function getFallbackTitle(id: string, resourceType: ResourceType | undefined): string {
  return isNew({ id }) && resourceType !== undefined ? t`New entry in ${resourceType.label}` : t`Entry`;
}

/**
 * The key of the form of an entry: another one for each entry that is opened, and the same for a new one and what it becomes when it is
 * stored, so that its inputs stay with their caret, their scroll position and what can be undone.
 *
 * @param entry what names the entry: type and id
 */
function useFormKey(entry: string): { readonly key: number; readonly keepFor: (created: string) => void } {
  const [form, setForm] = useState<{ entry: string; key: number; created?: string }>({ entry, key: 0 });
  const keepFor = (created: string): void => {
    setForm((before) => ({ ...before, created }));
  };
  if (form.entry === entry) return { key: form.key, keepFor };
  const key = form.created === entry ? form.key : form.key + 1;
  setForm({ entry, key });
  return { key, keepFor };
}

/** Whether a scheduled publication can fail: that of an entry with nothing to publish has no effect. */
function canFail(document: EntryDocument): boolean {
  return getEntryState(document) !== 'published';
}
