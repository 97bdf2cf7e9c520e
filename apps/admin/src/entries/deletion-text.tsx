import { i18n } from '#i18n';
import { plural, t } from '@lingui/core/macro';
import { Anchor, List, Skeleton, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { buildUrl } from '../http/build-url.js';
import type { Resource } from '../jsonapi/document.js';
import { buildPath } from '../management-api/management-api.js';
import * as queries from '../management-api/queries.js';
import type { ContentModel } from '../management-api/resources.js';
import { useLinkedTargets } from './references/use-targets.js';
import { type Use, USES_OF_MAXIMUM, useUses } from './references/use-uses.js';
import { getTitle, type ResourceType } from './resource-type.js';

/** Titles of deleted entries that are shown. */
const TITLES = 5;

interface DeletionTextProps {
  /** The type of the entries; `undefined` before it is known. */
  readonly resourceType: Pick<ResourceType, 'type' | 'entity'> | null | undefined;
  /** The entries; absent when they are too many to be listed. */
  readonly ids?: readonly string[];
}

/** What the question before a deletion says: the titles of several entries, the entries that link them, and what is lost. */
export function DeletionText({ resourceType, ids = [] }: DeletionTextProps): ReactNode {
  const type = resourceType?.type;
  return (
    <Stack gap="sm">
      {type !== undefined && ids.length > 1 && <Titles type={type} ids={ids} />}
      {type !== undefined && ids.length > 0 && ids.length <= USES_OF_MAXIMUM && (
        <Uses type={type} ids={ids} />
      )}
      {ids.length > USES_OF_MAXIMUM && (
        <div>{t`Where entries are used is shown for ${USES_OF_MAXIMUM} of them at most.`}</div>
      )}
      <div>
        {resourceType?.entity.versioned === true
          ? t`References to what is deleted end as well. From the trash it can be restored for some days, and references to it where their fields are still empty.`
          : t`References to what is deleted end as well. This cannot be undone.`}
      </div>
    </Stack>
  );
}

interface EntriesProps {
  readonly type: string;
  readonly ids: readonly string[];
}

function Titles({ type, ids }: EntriesProps): ReactNode {
  const shown = ids.slice(0, TITLES).map((id) => ({ type, id }));
  const targets = useLinkedTargets(shown);
  const others = ids.length - shown.length;
  return (
    <List size="sm" style={{ overflowWrap: 'anywhere' }}>
      {shown.map(({ id }) => (
        <List.Item key={id}>{targets.get(id)?.title ?? id}</List.Item>
      ))}
      {others > 0 && <List.Item>{plural(others, { one: '# other', other: '# others' })}</List.Item>}
    </List>
  );
}

/** A failure of its reads does not stop the deletion. */
function Uses({ type, ids }: EntriesProps): ReactNode {
  const { data: model } = useQuery(queries.contentModel);
  const { data: uses, isError } = useUses(type, ids, model);
  if (isError) return <div>{t`Where they are used is not known at the moment.`}</div>;
  if (uses === undefined || model === undefined) return <Skeleton height={40} />;
  if (uses.length === 0) return <div>{t`No other entry links to it.`}</div>;
  return (
    <div>
      {uses.map((use) => (
        <UseList key={use.label} use={use} model={model} />
      ))}
    </div>
  );
}

function UseList({ use, model }: { readonly use: Use; readonly model: ContentModel }): ReactNode {
  const { label, entries, count } = use;
  const others = count - entries.length;
  return (
    <>
      <Text size="sm" fw={500}>
        {plural(count, { one: 'Used in # entry', other: 'Used in # entries' })} ({label})
      </Text>
      <List size="sm" spacing={6} mb={6} style={{ overflowWrap: 'anywhere' }}>
        {entries.map((entry) => (
          <List.Item key={entry.id}>
            <EntryLink entry={entry} title={getTitle(entry, model)} />
          </List.Item>
        ))}
        {others > 0 && <List.Item>{t`and ${i18n.number(others)} more`}</List.Item>}
      </List>
    </>
  );
}

/** In a new tab: the dialog stays open, and dialogs are outside of the router. */
function EntryLink({ entry, title }: { readonly entry: Resource; readonly title: string }): ReactNode {
  const { type, id } = entry;
  return (
    <Anchor href={buildUrl(`/admin/entries${buildPath(type, id)}`)} target="_blank" inherit>
      {title}
    </Anchor>
  );
}
