import { Divider, Radio, Stack, Switch, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { CheckboxList } from '../forms/checkbox-list.js';
import { findFieldError } from '../http/field-errors.js';
import type { EntryOperation } from '../management-api/operations-resources.js';
import { useHasScope } from '../session/session-state.js';
import { DeliveryFields, type WebhookInputsProps } from './delivery-fields.js';
import { EventTypesInput, ResourceTypesInput } from './event-selection.js';
import { WebhookHeaders } from './webhook-headers.js';

interface WebhookFieldsProps extends WebhookInputsProps {
  /** The names of the stored header fields. */
  readonly headerNames?: readonly string[];
}

const OPERATIONS: readonly { readonly value: EntryOperation; readonly label: string }[] = [
  { value: 'create', label: 'Create' },
  { value: 'update', label: 'Update' },
  { value: 'delete', label: 'Delete' },
];

/** The inputs of a new webhook, or of one that is edited. */
export function WebhookFields(props: WebhookFieldsProps): ReactNode {
  const { draft, headerNames = [], failure } = props;
  const { values, set } = draft;
  return (
    <Stack gap="lg">
      <TextInput
        label="Name"
        required
        maxLength={255}
        value={values.label}
        error={findFieldError(failure, '/label', 'Name')}
        onChange={({ currentTarget }) => {
          set('label', currentTarget.value);
        }}
      />
      <TextInput
        label="URL"
        description="Called by POST. It must begin with https:// and have a public address, unless the operator allows others."
        placeholder="https://www.example.com/content-changed"
        type="url"
        required
        value={values.url}
        error={findFieldError(failure, '/url', 'URL')}
        onChange={({ currentTarget }) => {
          set('url', currentTarget.value.trim());
        }}
      />
      <Divider label="Which events" labelPosition="left" />
      <EventTypesInput
        value={values.types}
        error={findFieldError(failure, '/types', 'Events')}
        onChange={(types) => {
          set('types', types);
        }}
      />
      <ResourceTypesInput
        value={values.resourceTypes}
        error={findFieldError(failure, '/resourceTypes', 'Types of entries')}
        onChange={(types) => {
          set('resourceTypes', types);
        }}
      />
      <CheckboxList
        label="Operations"
        description="None selected: all."
        choices={OPERATIONS}
        value={values.operations}
        error={findFieldError(failure, '/operations', 'Operations')}
        onChange={(operations) => {
          set('operations', operations);
        }}
      />
      <VisibilityInput {...props} />
      <Divider label="What is sent, and how" labelPosition="left" />
      <DeliveryFields {...props} />
      <Switch
        label="Only the latest event of an entry"
        description="An event is skipped when a later one of the same entry is waiting."
        checked={values.latestOnly}
        onChange={({ currentTarget }) => {
          set('latestOnly', currentTarget.checked);
        }}
      />
      <WebhookHeaders
        value={values.headers}
        storedNames={headerNames}
        error={findFieldError(failure, '/headers', 'Header fields')}
        onChange={(headers) => {
          set('headers', headers);
        }}
      />
    </Stack>
  );
}

function VisibilityInput({ draft: { values, set }, failure }: WebhookInputsProps): ReactNode {
  const canRead = useHasScope('content:administer');
  return (
    <Radio.Group
      label="Which entries"
      value={values.visibility}
      error={findFieldError(failure, '/visibility', 'Which entries')}
      onChange={(visibility) => {
        set('visibility', visibility);
      }}
    >
      <Stack gap="xs" mt="xs">
        <Radio
          value="public"
          label="Published entries"
          description="What an anonymous reader sees. Of an entry that is unpublished or deleted only its type and id are sent."
        />
        <Radio
          value="content"
          label="All entries, unpublished ones too"
          description={
            canRead
              ? 'The owner of the webhook needs content:administer, at every call.'
              : 'Needs content:administer – you do not have it yourself.'
          }
          disabled={!canRead}
        />
      </Stack>
    </Radio.Group>
  );
}
