import { t } from '@lingui/core/macro';
import { Card, Grid, Group, Stack, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Draft } from '../../forms/use-draft.js';
import { hasFieldError } from '../../http/field-errors.js';
import type { EntrySchedule } from '../../management-api/operations-resources.js';
import type { Field } from '../../management-api/resources.js';
import { arrangeFields, type FormItem, REGION_LABELS } from '../form-layout.js';
import type { EntryState } from '../copies/entry-state.js';
import { type ResourceType, STATUS } from '../resource-type.js';
import { StateBadge } from '../status-badge.js';
import { formatPointer, type Values } from '../values.js';
import { TitleContext } from '../widgets/suggested-alias.js';
import { getText } from '../widgets/widget.js';
import { FieldGroup } from './field-group.js';
import { FieldInput } from './field-input.js';

interface EntryFieldsProps {
  readonly resourceType: ResourceType;
  readonly draft: Draft<Record<string, Values[string]>>;
  readonly failure: unknown;
  readonly state: EntryState;
  /** The times to come of the entry. */
  readonly schedules: readonly EntrySchedule[];
  /** Whether there is no room for two columns. */
  readonly inOneColumn?: boolean;
  /** Whether the label field gets the focus at first. */
  readonly isNew?: boolean;
  /** What is shown below the publishing options. */
  readonly children?: ReactNode;
}

/**
 * The inputs of an entry: the fields of the bundle, in the groups and columns that they name, the label field and
 * `CONTENT_FIELDS` in the main column, other base fields beside them.
 */
export function EntryFields({
  resourceType,
  draft,
  failure,
  state,
  schedules,
  inOneColumn = false,
  isNew = false,
  children,
}: EntryFieldsProps): ReactNode {
  const { type, allFields, labelField, entity, fields } = resourceType;
  // The buttons of the save bar change the status.
  const inputFields = allFields.filter(({ name }) => name !== STATUS);
  const own = new Set(fields.map(({ name }) => name));
  const isContent = ({ name }: Field): boolean =>
    own.has(name) || name === labelField.name || CONTENT_FIELDS.has(name);
  const input = (field: Field): ReactNode => (
    <FieldInput
      key={field.name}
      field={field}
      type={type}
      value={draft.values[field.name] ?? null}
      failure={failure}
      disabled={!entity.writable}
      hasFocusAtFirst={isNew && field.name === labelField.name}
      onChange={(value) => {
        draft.set(field.name, value);
      }}
    />
  );
  const layout = arrangeFields(inputFields.filter(isContent));
  const item = (part: FormItem): ReactNode =>
    part.kind === 'field' ? (
      input(part.field)
    ) : (
      <FieldGroup
        key={`group ${part.label}`}
        type={type}
        label={part.label}
        failure={failure}
        hasError={part.fields.some((field) => hasFieldError(failure, formatPointer(field)))}
      >
        {part.fields.map(input)}
      </FieldGroup>
    );
  return (
    <TitleContext value={getText(draft.values[labelField.name])}>
      <Grid gap="lg">
        <Grid.Col span={{ base: 12, md: inOneColumn ? 12 : 8 }}>
          {/* Not clipped: the toolbars of texts stay in sight by their position. */}
          <Card withBorder style={{ overflow: 'visible' }}>
            <Stack gap="lg">{layout.main.map(item)}</Stack>
          </Card>
        </Grid.Col>
        <Grid.Col span={{ base: 12, md: inOneColumn ? 12 : 4 }}>
          <Stack gap="lg">
            {layout.side.length > 0 && (
              <Card
                withBorder
                component="section"
                aria-label={REGION_LABELS.side}
                style={{ overflow: 'visible' }}
              >
                <Stack gap="lg">{layout.side.map(item)}</Stack>
              </Card>
            )}
            <Card withBorder component="aside" aria-label={t`Publishing`}>
              <Group justify="space-between" mb="md">
                <Title order={2} size="h5">
                  {t`Publishing`}
                </Title>
                <StateBadge state={state} schedules={schedules} />
              </Group>
              <Stack gap="md">{inputFields.filter((field) => !isContent(field)).map(input)}</Stack>
            </Card>
            {children}
          </Stack>
        </Grid.Col>
      </Grid>
    </TitleContext>
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
  'checksum',
  'width',
  'height',
  'focal_point',
  'target',
  'status_code',
]);
