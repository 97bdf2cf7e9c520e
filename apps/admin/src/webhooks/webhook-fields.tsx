import { plural, t } from '@lingui/core/macro';
import { Radio, Stack, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { CheckboxList } from '../forms/checkbox-list.js';
import { Fold } from '../forms/fold.js';
import { findFieldError, hasFieldError } from '../http/field-errors.js';
import { BOUNDS } from '../management-api/bounds.js';
import type { EntryOperation } from '../management-api/operations-resources.js';
import { useHasScope } from '../session/session-state.js';
import {
  DELIVERY_MEMBERS,
  DeliveryFields,
  type DeliveryFieldsProps,
  type WebhookInputsProps,
} from './delivery-fields.js';
import { EventSelection, getCategory } from './event-selection.js';

const OPERATIONS: readonly { readonly value: EntryOperation; readonly label: string }[] = [
  { value: 'create', label: t`Create` },
  { value: 'update', label: t`Update` },
  { value: 'delete', label: t`Delete` },
];

const SELECTION_MEMBERS = ['types', 'resourceTypes', 'operations'] as const;

/** The inputs of a new webhook, or of one that is edited. */
export function WebhookFields(props: DeliveryFieldsProps): ReactNode {
  const { draft, failure } = props;
  const { values, set } = draft;
  return (
    <Stack gap="lg">
      <TextInput
        label={t`Name`}
        required
        maxLength={BOUNDS['Webhook.new'].label.maxLength}
        value={values.label}
        error={findFieldError(failure, '/label', t`Name`)}
        onChange={({ currentTarget }) => {
          set('label', currentTarget.value);
        }}
      />
      <TextInput
        label="URL"
        description={t`Called by POST. It must begin with https:// and have a public address, unless the operator allows others.`}
        placeholder="https://www.example.com/content-changed"
        type="url"
        required
        value={values.url}
        error={findFieldError(failure, '/url', 'URL')}
        onChange={({ currentTarget }) => {
          set('url', currentTarget.value.trim());
        }}
      />
      <VisibilityInput {...props} />
      <SelectionFold {...props} />
      <Fold
        label={t`What is sent, and how`}
        isOpenAtFirst={false}
        failure={failure}
        hasError={hasErrorIn(failure, DELIVERY_MEMBERS)}
      >
        <DeliveryFields {...props} />
      </Fold>
    </Stack>
  );
}

/** What selects events, folded while it selects all of them. */
function SelectionFold({ draft: { values, set }, failure }: WebhookInputsProps): ReactNode {
  const { visibility, operations, types, resourceTypes } = values;
  const chosen = types.length + resourceTypes.length + operations.length;
  return (
    <Fold
      label={t`Only some events`}
      summary={chosen === 0 ? t`All` : plural(chosen, { one: '# chosen', other: '# chosen' })}
      isOpenAtFirst={chosen > 0}
      failure={failure}
      hasError={hasErrorIn(failure, SELECTION_MEMBERS)}
    >
      <EventSelection category={getCategory(visibility)} values={values} failure={failure} onChange={set} />
      {visibility !== 'management' && (
        <CheckboxList
          label={t`Operations`}
          description={t`None selected: all.`}
          choices={OPERATIONS}
          value={operations}
          error={findFieldError(failure, '/operations', t`Operations`)}
          onChange={(selected) => {
            set('operations', selected);
          }}
        />
      )}
    </Fold>
  );
}

function hasErrorIn(failure: unknown, members: readonly string[]): boolean {
  return members.some((member) => hasFieldError(failure, `/${member}`));
}

function VisibilityInput({ draft: { values, set }, failure }: WebhookInputsProps): ReactNode {
  const canRead = useHasScope('content:administer');
  return (
    <Radio.Group
      label={t`Changes of what`}
      value={values.visibility}
      error={findFieldError(failure, '/visibility', t`Changes of what`)}
      onChange={(visibility) => {
        set('visibility', visibility);
        if (getCategory(visibility) === getCategory(values.visibility)) return;
        for (const selection of ['types', 'resourceTypes', 'operations'] as const) set(selection, []);
      }}
    >
      <Stack gap="xs" mt="xs">
        <Radio
          value="public"
          label={t`Published entries`}
          description={t`What an anonymous reader sees. Of an entry that is unpublished or deleted only its type and id are sent.`}
        />
        <Radio
          value="content"
          label={t`All entries, drafts too`}
          description={
            canRead
              ? t`The owner of the webhook needs content:administer, at every call.`
              : t`Needs content:administer – you do not have it yourself.`
          }
          disabled={!canRead}
        />
        <Radio
          value="management"
          label={t`The administration of the site`}
          description={t`Users, roles, API clients, settings, the content model, imports and jobs; no entries.`}
        />
      </Stack>
    </Radio.Group>
  );
}
