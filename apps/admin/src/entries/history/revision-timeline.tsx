import { t } from '@lingui/core/macro';
import { Button, Stack, Text, Timeline } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { type ReactNode, useId } from 'react';
import { formatDateTime } from '../../forms/format-date-time.js';
import { MoreButton, useInfiniteList } from '../../forms/infinite-list.js';
import type { Resource } from '../../jsonapi/document.js';
import { TextLink } from '../../layout/links.js';
import { QueryBoundary } from '../../layout/query-boundary.js';
import type { EntryRevision } from '../../management-api/operations-resources.js';
import { useHasScope } from '../../session/session-state.js';
import type { ResourceType } from '../resource-type.js';
import type { Values } from '../values.js';
import {
  formatActor,
  formatFields,
  formatRevision,
  getRevisionColor,
  isWithoutFields,
} from './revision-words.js';
import { RevisionChanges } from './revision-changes.js';

interface RevisionTimelineProps {
  readonly entry: Resource;
  readonly resourceType: ResourceType;
  readonly onTakeOver: (values: Values) => void;
}

/** The changes of an entry, newest first, down to its creation. */
export function RevisionTimeline(props: RevisionTimelineProps): ReactNode {
  const { id, attributes } = props.entry;
  const { created } = attributes;
  // A save changes the entry, and with it the list.
  const key = ['entries', 'revisions', id, JSON.stringify(attributes['changed'])];
  const query = useInfiniteList<EntryRevision>(key, `/entry-revisions?entry=${id}`);
  const seesEvents = useHasScope('site_settings:administer');
  return (
    <QueryBoundary query={query}>
      {({ pages }) => {
        const revisions = pages.flatMap(({ items }) => items);
        return (
          <Stack>
            {revisions.length === 0 && (
              <Text size="sm">{t`Nothing has been changed since the site began to keep earlier versions.`}</Text>
            )}
            <Timeline bulletSize={18} lineWidth={2} active={revisions.length + 1}>
              {revisions.map((revision, n) => (
                <Timeline.Item
                  key={revision.number}
                  color={getRevisionColor(revision)}
                  title={formatRevision(revision)}
                >
                  <Revision revision={revision} next={findNext(revisions, n)} {...props} />
                </Timeline.Item>
              ))}
              {typeof created === 'string' && !query.hasNextPage && (
                <Timeline.Item color="gray.7" title={t`Created`}>
                  <Text size="sm">
                    <Time at={created} />
                  </Text>
                </Timeline.Item>
              )}
            </Timeline>
            <MoreButton query={query} />
            {seesEvents && (
              <TextLink to="/events" search={{ subject: id, subjectType: props.resourceType.type }} size="sm">
                {t`All events of this entry`}
              </TextLink>
            )}
          </Stack>
        );
      }}
    </QueryBoundary>
  );
}

function Time({ at }: { readonly at: string }): ReactNode {
  return <time dateTime={at}>{formatDateTime(at)}</time>;
}

/** The next change of what the one at an index changed: the entry, or its working copy. */
function findNext(revisions: readonly EntryRevision[], index: number): EntryRevision | undefined {
  return revisions.slice(0, index).findLast(({ track }) => track === revisions[index]?.track);
}

interface RevisionProps extends RevisionTimelineProps {
  readonly revision: EntryRevision;
  /** The change after it; absent of the newest of its track, which led to the present state of the entry or of its copy. */
  readonly next: EntryRevision | undefined;
}

function Revision({ revision, next, ...props }: RevisionProps): ReactNode {
  const [opened, { toggle }] = useDisclosure();
  const region = useId();
  return (
    <Stack gap={4} align="flex-start">
      <Text size="sm">
        {formatActor(revision)} · <Time at={revision.at} />
      </Text>
      {revision.note !== null && (
        <Text size="sm" fs="italic" style={{ overflowWrap: 'anywhere' }}>
          {revision.note}
        </Text>
      )}
      {(revision.changed.length > 0 || revision.track === 'copy') && !isWithoutFields(revision) && (
        <>
          <Text size="sm">{formatFields(revision.changed, props.resourceType)}</Text>
          <Button
            variant="default"
            size="compact-sm"
            onClick={toggle}
            aria-expanded={opened}
            aria-controls={region}
          >
            {opened ? t`Hide changes` : t`Show changes`}
          </Button>
          <div id={region} style={{ width: '100%' }}>
            {opened && <RevisionChanges revision={revision} next={next} {...props} />}
          </div>
        </>
      )}
    </Stack>
  );
}
