import { Text, TextInput } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { fromLocalTime } from '../entries/widgets/local-time.js';
import { CheckboxList } from '../forms/checkbox-list.js';
import { Form } from '../forms/form.js';
import { FormButtons } from '../forms/form-buttons.js';
import { useAction } from '../forms/use-action.js';
import { useDraft } from '../forms/use-draft.js';
import { useOpenErrors } from '../forms/use-open-errors.js';
import { findFieldError } from '../http/field-errors.js';
import { managementApi } from '../management-api/management-api.js';
import type { Job } from '../management-api/operations-resources.js';
import { EventTypesInput, ResourceTypesInput } from '../webhooks/event-selection.js';

interface ReplayFormProps {
  /** Of the management API, below /manage. */
  readonly path: string;
  /** What the receiver gets, as a sentence. */
  readonly description: string;
  /** Whether the events can be restricted to those whose delivery has ended in some way. */
  readonly hasDeliveries: boolean;
  readonly onClose: () => void;
}

/** Empty values restrict nothing. */
interface ReplayValues {
  /** As of an input of type `datetime-local`. */
  readonly from: string;
  readonly until: string;
  readonly types: readonly string[];
  readonly resourceTypes: readonly string[];
  readonly states: readonly string[];
}

const STATES = [
  { value: 'dead', label: 'Failed' },
  { value: 'skipped', label: 'Skipped' },
  { value: 'delivered', label: 'Delivered' },
] as const;

const NEW_REPLAY: ReplayValues = { from: '', until: '', types: [], resourceTypes: [], states: [] };
const POINTERS = Object.keys(NEW_REPLAY).map((name) => `/${name}`);

/** The form that sends events of the log again. The job that does so is shown behind it. */
export function ReplayForm({ path, description, hasDeliveries, onClose }: ReplayFormProps): ReactNode {
  const { values, set } = useDraft(NEW_REPLAY);
  const navigate = useNavigate();
  const replay = useAction({
    mutationFn: () => managementApi.post<Job>(path, toReplayRequest(values)),
    successMessage: 'The events are being sent again',
    invalidates: [['jobs']],
    onSuccess: ({ body: { id } }) => {
      onClose();
      void navigate({ to: '/jobs/$id', params: { id } });
    },
  });
  const failure = useOpenErrors(replay.error, values);
  const timeInput = (name: 'from' | 'until', label: string, more: object): ReactNode => (
    <TextInput
      type="datetime-local"
      label={label}
      {...more}
      value={values[name]}
      error={findFieldError(failure, `/${name}`, label)}
      onChange={({ currentTarget }) => {
        set(name, currentTarget.value);
      }}
    />
  );
  return (
    <Form onSubmit={replay.mutate} failure={failure} inputPointers={POINTERS}>
      <Text size="sm">{description}</Text>
      {timeInput('from', 'Events since', { required: true })}
      {timeInput('until', 'Events before', { description: 'Empty: up to now.' })}
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
      {hasDeliveries && (
        <CheckboxList
          label="State of the delivery"
          description="None selected: all events, also those from before the webhook."
          choices={STATES}
          value={values.states}
          error={findFieldError(failure, '/states', 'State of the delivery')}
          onChange={(states) => {
            set('states', states);
          }}
        />
      )}
      <FormButtons
        submit="Send again"
        isSaving={replay.isPending}
        disabled={values.from === ''}
        onCancel={onClose}
      />
    </Form>
  );
}

function toReplayRequest({ from, until, ...lists }: ReplayValues): object {
  return {
    from: fromLocalTime(from),
    ...(until === '' ? {} : { until: fromLocalTime(until) }),
    ...Object.fromEntries(Object.entries(lists).filter(([, list]) => list.length > 0)),
  };
}
