import { t } from '@lingui/core/macro';
import { Box, Code, Table, Text, UnstyledButton } from '@mantine/core';
import type { ReactNode } from 'react';
import type { MoreButtonProps } from '../forms/infinite-list.js';
import { ListTable } from '../forms/list-table.js';
import { RelativeTime } from '../forms/relative-time.js';
import { IconHistory } from '../icons/icons.js';
import type { AuditEvent } from '../management-api/resources.js';
import type { AuditSearch } from './audit-search.js';
import { formatDetails } from './format-details.js';

interface AuditTableProps {
  readonly events: readonly AuditEvent[];
  readonly more: MoreButtonProps['query'];
  /** Sets the filter by actor or by subject. */
  readonly onChange: (changes: Partial<AuditSearch>) => void;
}

const COLUMNS = [
  { label: t`What` },
  { label: t`Who`, visibleFrom: 'sm', width: 160 },
  { label: t`About`, visibleFrom: 'md', width: 220 },
  { label: t`When`, width: 140 },
] as const;

const NOTHING_FOUND = {
  icon: <IconHistory />,
  title: t`Nothing found`,
  description: t`No event matches the filters.`,
};

export function AuditTable({ events, more, onChange }: AuditTableProps): ReactNode {
  return (
    <ListTable items={events} columns={COLUMNS} empty={NOTHING_FOUND} more={more} layout="fixed">
      {(event) => <Row key={event.id} event={event} onChange={onChange} />}
    </ListTable>
  );
}

interface RowProps extends Pick<AuditTableProps, 'onChange'> {
  readonly event: AuditEvent;
}

function Row({ event, onChange }: RowProps): ReactNode {
  const { at, from, action, says, subject, details } = event;
  return (
    <Table.Tr>
      <Table.Td>
        <Text size="sm" fw={500}>
          {says}
        </Text>
        <Text size="xs" c="dimmed" ff="monospace">
          {action}
        </Text>
        {Object.keys(details).length > 0 && <Details details={details} />}
        <Text size="sm" hiddenFrom="sm" component="div">
          <ActorCell event={event} onChange={onChange} />
        </Text>
      </Table.Td>
      <Table.Td visibleFrom="sm">
        <ActorCell event={event} onChange={onChange} />
        {from !== null && (
          <Text size="xs" c="dimmed">
            {from}
          </Text>
        )}
      </Table.Td>
      <Table.Td visibleFrom="md">
        {subject !== null && (
          <UnstyledButton
            c="var(--mantine-color-anchor)"
            fz="sm"
            mih={24}
            style={{ overflowWrap: 'anywhere' }}
            aria-label={t`Show only what concerns ${subject.kind} ${subject.id}`}
            onClick={() => {
              onChange({ subjectKind: subject.kind, subjectId: subject.id });
            }}
          >
            {subject.kind} {shortenId(subject.id)}
          </UnstyledButton>
        )}
      </Table.Td>
      <Table.Td>
        <RelativeTime at={at} />
      </Table.Td>
    </Table.Tr>
  );
}

function ActorCell({ event: { who: actor }, onChange }: RowProps): ReactNode {
  const id = actor.userId ?? actor.clientId;
  const name = actor.name ?? id ?? actor.kind;
  if (id === null) return <Text size="sm">{name}</Text>;
  return (
    <UnstyledButton
      c="var(--mantine-color-anchor)"
      fz="sm"
      mih={24}
      aria-label={t`Show only what ${name} did`}
      onClick={() => {
        onChange({ actor: id });
      }}
    >
      {name}
    </UnstyledButton>
  );
}

function shortenId(id: string): string {
  return id.length > 18 ? `${id.slice(0, 8)}…` : id;
}

/** The details of an event on one line, which expands to their JSON. */
function Details({ details }: Pick<AuditEvent, 'details'>): ReactNode {
  return (
    <Text size="xs" component="details" mt={4}>
      <Box component="summary" mih={24}>
        {formatDetails(details)}
      </Box>
      <Code block mt={4} style={{ overflowWrap: 'anywhere', whiteSpace: 'pre-wrap' }}>
        {JSON.stringify(details, null, 2)}
      </Code>
    </Text>
  );
}
