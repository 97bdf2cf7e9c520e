import { t } from '@lingui/core/macro';
import { Box, Code, Table, Text, UnstyledButton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { MoreButtonProps } from '../forms/infinite-list.js';
import { ListTable } from '../forms/list-table.js';
import { RelativeTime } from '../forms/relative-time.js';
import { IconHistory } from '../icons/icons.js';
import * as queries from '../management-api/queries.js';
import type { AuditEvent } from '../management-api/resources.js';
import { ACTOR_KIND_NAMES } from '../users/use-actor-name.js';
import type { AuditSearch } from './audit-search.js';
import { formatAuditAction } from './audit-words.js';
import { formatDetails } from './format-details.js';
import { SubjectLink } from './subject-link.js';
import { useSubjectNames } from './use-subject-names.js';

interface AuditTableProps {
  readonly pages: readonly (readonly AuditEvent[])[];
  readonly more: MoreButtonProps['query'];
  /** Sets the filter by actor or by subject. */
  readonly onChange: (changes: Partial<AuditSearch>) => void;
}

const COLUMNS = [
  { label: t`What` },
  { label: t`Who`, visibleFrom: 'sm', width: 160 },
  { label: t`About`, visibleFrom: 'md', width: 280 },
  { label: t`When`, width: 140 },
] as const;

const NOTHING_FOUND = {
  icon: <IconHistory />,
  title: t`Nothing found`,
  description: t`No event matches the filters.`,
};

export function AuditTable({ pages, more, onChange }: AuditTableProps): ReactNode {
  const formatSubject = useSubjectNames(pages);
  const { data: users = [] } = useQuery(queries.users);
  const formatActor = ({ who: { kind, name, userId, clientId } }: AuditEvent): string =>
    users.find(({ id }) => id === userId)?.displayName ??
    name ??
    userId ??
    clientId ??
    ACTOR_KIND_NAMES[kind];
  return (
    <ListTable items={pages.flat()} columns={COLUMNS} empty={NOTHING_FOUND} more={more} layout="fixed">
      {(event) => (
        <Row
          key={event.id}
          event={event}
          actor={formatActor(event)}
          subject={formatSubject(event)}
          onChange={onChange}
        />
      )}
    </ListTable>
  );
}

interface RowProps extends Pick<AuditTableProps, 'onChange'> {
  readonly event: AuditEvent;
  readonly actor: string;
  /** What it is about, such as `Entry The last tram`. */
  readonly subject: string | undefined;
}

function Row(props: RowProps): ReactNode {
  return (
    <Table.Tr>
      <Table.Td>
        <Summary {...props} />
        <Text size="sm" hiddenFrom="sm" component="div">
          <ActorCell {...props} />
        </Text>
      </Table.Td>
      <Table.Td visibleFrom="sm">
        <ActorCell {...props} />
      </Table.Td>
      <Table.Td visibleFrom="md">
        <SubjectCell {...props} />
      </Table.Td>
      <Table.Td>
        <RelativeTime at={props.event.at} isPast />
      </Table.Td>
    </Table.Tr>
  );
}

const ONE_LINE = { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' } as const;

/** What was done on one line, which expands to all that is known. */
function Summary({ event, actor, subject, onChange }: RowProps): ReactNode {
  const { action, from, details, id } = event;
  const text = formatDetails(details);
  return (
    <Box component="details">
      <Box component="summary" mih={24} style={ONE_LINE}>
        <Text size="sm" fw={500} span>
          {formatAuditAction(event)}
        </Text>
        {text !== '' && (
          <Text size="xs" c="dimmed" span>
            {' '}
            {text}
          </Text>
        )}
      </Box>
      <Text size="sm" hiddenFrom="md" component="div">
        <SubjectCell event={event} actor={actor} subject={subject} onChange={onChange} />
      </Text>
      <SubjectLink event={event} />
      <Code block mt={4} style={{ overflowWrap: 'anywhere', whiteSpace: 'pre-wrap' }}>
        {JSON.stringify({ action, who: event.who, from, subject: event.subject, details, id }, null, 2)}
      </Code>
    </Box>
  );
}

interface FilterButtonProps {
  readonly text: string;
  readonly label: string;
  readonly onClick: () => void;
}

function FilterButton({ text, label, onClick }: FilterButtonProps): ReactNode {
  return (
    <UnstyledButton
      c="var(--mantine-color-anchor)"
      fz="sm"
      mih={24}
      maw="100%"
      style={ONE_LINE}
      title={text}
      aria-label={label}
      onClick={onClick}
    >
      {text}
    </UnstyledButton>
  );
}

function SubjectCell({ event: { subject: object }, subject, onChange }: RowProps): ReactNode {
  if (object === null || subject === undefined) return null;
  return (
    <FilterButton
      text={subject}
      label={t`Show only what concerns ${subject}`}
      onClick={() => {
        onChange({ subjectKind: object.kind, subjectId: object.id });
      }}
    />
  );
}

function ActorCell({ event: { who }, actor, onChange }: RowProps): ReactNode {
  const id = who.userId ?? who.clientId;
  if (id === null) return <Text size="sm">{actor}</Text>;
  return (
    <FilterButton
      text={actor}
      label={t`Show only what ${actor} did`}
      onClick={() => {
        onChange({ actor: id });
      }}
    />
  );
}
