import { i18n } from '#i18n';
import { t } from '@lingui/core/macro';
import { Card, Stack, Table, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { QueryBoundary } from '../layout/query-boundary.js';
import { TextLink } from '../layout/links.js';
import { Screen } from '../layout/screen.js';
import * as queries from '../management-api/queries.js';
import type { Bundle } from '../management-api/resources.js';
import { NewBundle } from './new-bundle.js';
import { ExportButton } from './site-package/export-button.js';
import { ImportButton } from './site-package/import-button.js';
import { ImportJob } from './site-package/import-job.js';
import { usePresentImport } from './site-package/use-present-import.js';

export function ContentModelScreen(): ReactNode {
  const query = useQuery(queries.contentModel);
  const [importId, setImportId] = usePresentImport();
  return (
    <Screen
      title={t`Content model`}
      description={t`The types of entries and their fields. Changes apply at once, to the API and its description as well.`}
      actions={
        query.data !== undefined && (
          <>
            <ExportButton model={query.data} />
            <ImportButton model={query.data} onJob={setImportId} />
            <NewBundle model={query.data} />
          </>
        )
      }
    >
      {importId !== '' && (
        <ImportJob
          key={importId}
          id={importId}
          onClose={() => {
            setImportId('');
          }}
        />
      )}
      <QueryBoundary query={query}>
        {({ entityTypes, bundles }) =>
          entityTypes
            .filter((entity) => entity.bundles === 'many')
            .map(({ name, label }) => (
              <EntityTypeSection
                key={name}
                label={label}
                bundles={bundles.filter(({ entityType }) => entityType === name)}
              />
            ))
        }
      </QueryBoundary>
    </Screen>
  );
}

function EntityTypeSection({
  label,
  bundles,
}: {
  readonly label: string;
  readonly bundles: readonly Bundle[];
}): ReactNode {
  return (
    <Stack gap="xs">
      <Title order={2} size="h4">
        {label}
      </Title>
      <Card withBorder p={0}>
        {bundles.length === 0 ? (
          <Text c="dimmed" size="sm" p="md">
            {t`No types yet.`}
          </Text>
        ) : (
          <Table highlightOnHover verticalSpacing="sm" horizontalSpacing="md" layout="fixed">
            <Table.Thead>
              <Table.Tr>
                <Table.Th>{t`Type`}</Table.Th>
                <Table.Th visibleFrom="sm">{t`Resource type`}</Table.Th>
                <Table.Th w={90}>{t`Fields`}</Table.Th>
                <Table.Th w={100}>{t`Entries`}</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {bundles.map((bundle) => (
                <Row key={bundle.type} bundle={bundle} />
              ))}
            </Table.Tbody>
          </Table>
        )}
      </Card>
    </Stack>
  );
}

function Row({
  bundle: { type, label, description, fields, entries },
}: {
  readonly bundle: Bundle;
}): ReactNode {
  return (
    <Table.Tr>
      <Table.Td>
        <TextLink to="/content-model/$type" params={{ type }} fw={500}>
          {label}
        </TextLink>
        {description !== null && (
          <Text size="sm" c="dimmed" lineClamp={2}>
            {description}
          </Text>
        )}
      </Table.Td>
      <Table.Td visibleFrom="sm">
        <Text size="sm" ff="monospace">
          {type}
        </Text>
      </Table.Td>
      <Table.Td>{i18n.number(fields.length)}</Table.Td>
      <Table.Td>{i18n.number(entries)}</Table.Td>
    </Table.Tr>
  );
}
