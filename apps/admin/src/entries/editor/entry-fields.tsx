import { Card, Grid, Stack, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Draft } from '../../forms/use-draft.js';
import type { Field } from '../../manage/shapes.js';
import type { ResourceType } from '../resource-type.js';
import type { Values } from '../values.js';
import { FieldInput } from './field-input.js';

interface EntryFieldsProps {
  readonly resourceType: ResourceType;
  readonly draft: Draft<Record<string, Values[string]>>;
  readonly failure: unknown;
}

/** What an entry says stands in the middle; what is said about it, beside it. */
export function EntryFields({ resourceType, draft, failure }: EntryFieldsProps): ReactNode {
  const { type, allFields, labelField, entity, fields } = resourceType;
  const own = new Set(fields.map(({ name }) => name));
  const isMain = ({ name }: Field): boolean => own.has(name) || name === labelField.name || MAIN.has(name);
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
        <Card withBorder>
          <Stack gap="lg">{allFields.filter(isMain).map(input)}</Stack>
        </Card>
      </Grid.Col>
      <Grid.Col span={{ base: 12, md: 4 }}>
        <Card withBorder component="aside" aria-label="Publishing">
          <Title order={2} size="h5" mb="md">
            Publishing
          </Title>
          <Stack gap="md">{allFields.filter((field) => !isMain(field)).map(input)}</Stack>
        </Card>
      </Grid.Col>
    </Grid>
  );
}

/** Fields of an entity type that say something rather than something about it. */
const MAIN: ReadonlySet<string> = new Set([
  'description',
  'parent',
  'filename',
  'uri',
  'filemime',
  'filesize',
]);
