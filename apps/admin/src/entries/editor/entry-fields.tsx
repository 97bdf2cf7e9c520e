import { Card, Grid, Group, Stack, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Draft } from '../../forms/use-draft.js';
import type { Field } from '../../management-api/resources.js';
import { type ResourceType, STATUS } from '../resource-type.js';
import { StatusBadge } from '../status-badge.js';
import type { Values } from '../values.js';
import { FieldInput } from './field-input.js';

interface EntryFieldsProps {
  readonly resourceType: ResourceType;
  readonly draft: Draft<Record<string, Values[string]>>;
  readonly failure: unknown;
  readonly isPublished: boolean;
}

/**
 * The inputs of an entry: the fields of the bundle, the label field and `CONTENT_FIELDS` in the main column, other base fields
 * beside them.
 */
export function EntryFields({ resourceType, draft, failure, isPublished }: EntryFieldsProps): ReactNode {
  const { type, allFields, labelField, entity, fields } = resourceType;
  // The buttons of the save bar change the status.
  const inputFields = allFields.filter(({ name }) => name !== STATUS);
  const own = new Set(fields.map(({ name }) => name));
  const isMain = ({ name }: Field): boolean =>
    own.has(name) || name === labelField.name || CONTENT_FIELDS.has(name);
  const input = (field: Field): ReactNode => (
    <FieldInput
      key={field.name}
      field={field}
      type={type}
      value={draft.values[field.name] ?? null}
      failure={failure}
      disabled={!entity.writable}
      onChange={(value) => {
        draft.set(field.name, value);
      }}
    />
  );
  return (
    <Grid gap="lg">
      <Grid.Col span={{ base: 12, md: 8 }}>
        {/* Not clipped: the toolbars of texts stay in sight by their position. */}
        <Card withBorder style={{ overflow: 'visible' }}>
          <Stack gap="lg">{inputFields.filter(isMain).map(input)}</Stack>
        </Card>
      </Grid.Col>
      <Grid.Col span={{ base: 12, md: 4 }}>
        <Card withBorder component="aside" aria-label="Publishing">
          <Group justify="space-between" mb="md">
            <Title order={2} size="h5">
              Publishing
            </Title>
            <StatusBadge isPublished={isPublished} />
          </Group>
          <Stack gap="md">{inputFields.filter((field) => !isMain(field)).map(input)}</Stack>
        </Card>
      </Grid.Col>
    </Grid>
  );
}

/** Base fields that are content rather than publishing options. */
const CONTENT_FIELDS: ReadonlySet<string> = new Set([
  'description',
  'parent',
  'filename',
  'uri',
  'filemime',
  'filesize',
]);
