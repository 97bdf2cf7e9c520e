import { i18n } from '#i18n';
import { plural, t } from '@lingui/core/macro';
import { Text, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { fromLocalTime, TIME_ZONE } from '../entries/widgets/local-time.js';
import { CheckboxList } from '../forms/checkbox-list.js';
import { Form } from '../forms/form.js';
import { FormButtons } from '../forms/form-buttons.js';
import { useAction } from '../forms/use-action.js';
import { useDraft } from '../forms/use-draft.js';
import { useOpenErrors } from '../forms/use-open-errors.js';
import { findFieldError } from '../http/field-errors.js';
import { managementApi } from '../management-api/management-api.js';
import type { EventCategory, Job } from '../management-api/operations-resources.js';
import { EventSelection } from '../webhooks/event-selection.js';

interface ReplayFormProps {
  /** Path of the management API, below /manage. */
  readonly path: string;
  /** What the receiver gets, as a sentence. */
  readonly description: string;
  /** Whether the events can be restricted to those whose delivery has ended in some way. */
  readonly hasDeliveries: boolean;
  /** The events that the receiver can get; without it all. */
  readonly category?: EventCategory | undefined;
  readonly onClose: () => void;
}

/** Empty values restrict nothing. */
interface ReplayValues {
  /** A time as an input of type `datetime-local` has it. */
  readonly from: string;
  readonly until: string;
  readonly types: readonly string[];
  readonly resourceTypes: readonly string[];
  readonly states: readonly string[];
}

const STATES = [
  { value: 'dead', label: t`Failed` },
  { value: 'skipped', label: t`Skipped` },
  { value: 'delivered', label: t`Delivered` },
] as const;

const NEW_REPLAY: ReplayValues = { from: '', until: '', types: [], resourceTypes: [], states: [] };
const POINTERS = Object.keys(NEW_REPLAY).map((name) => `/${name}`);

/** The form that sends events of the log again. The job that does so is shown behind it. */
export function ReplayForm({
  path,
  description,
  hasDeliveries,
  category,
  onClose,
}: ReplayFormProps): ReactNode {
  const draft = useDraft(NEW_REPLAY);
  const { values, set } = draft;
  const navigate = useNavigate();
  const replay = useAction({
    mutationFn: () => managementApi.post<Job>(path, toReplayRequest(values)),
    successMessage: t`The events are being sent again`,
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
    <Form
      onSubmit={replay.mutate}
      failure={failure}
      inputPointers={POINTERS}
      unsaved={{ form: `replays${path}`, draft }}
    >
      <Text size="sm">{description}</Text>
      {timeInput('from', t`Events since`, { required: true, description: t`Time zone: ${TIME_ZONE}` })}
      {timeInput('until', t`Events before`, { description: t`Empty: up to now. Time zone: ${TIME_ZONE}` })}
      <EventSelection category={category} values={values} failure={failure} onChange={set} />
      {hasDeliveries && (
        <CheckboxList
          label={t`State of the delivery`}
          description={t`None selected: all events, also those from before the webhook.`}
          choices={STATES}
          value={values.states}
          error={findFieldError(failure, '/states', t`State of the delivery`)}
          onChange={(states) => {
            set('states', states);
          }}
        />
      )}
      <EventCount path={path} values={values} />
      <FormButtons
        submit={t`Send again`}
        isSaving={replay.isPending}
        disabled={values.from === ''}
        onCancel={onClose}
      />
    </Form>
  );
}

/** How many events would be sent. An input that is wrong shows its error when the form is submitted. */
function EventCount({ path, values }: { readonly path: string; readonly values: ReplayValues }): ReactNode {
  const [settled] = useDebouncedValue(values, 400);
  const { data } = useQuery({
    queryKey: ['replay-count', path, settled],
    queryFn: () =>
      managementApi.post<{ readonly events: EventRange }>(path, {
        ...toReplayRequest(settled),
        dryRun: true,
      }),
    enabled: settled.from !== '',
    retry: false,
  });
  const events = data?.body.events;
  return (
    <Text size="sm" fw={500} role="status">
      {settled.from !== '' && events !== undefined && formatCount(events)}
    </Text>
  );
}

/** Equal ends are exact. */
interface EventRange {
  readonly minimum: number;
  readonly maximum: number;
}

function formatCount({ minimum, maximum }: EventRange): string {
  if (minimum === maximum) return plural(maximum, { one: 'One event is sent.', other: '# events are sent.' });
  return t`Between ${i18n.number(minimum)} and ${i18n.number(maximum)} events are sent.`;
}

function toReplayRequest({ from, until, ...lists }: ReplayValues): object {
  return {
    from: fromLocalTime(from),
    ...(until === '' ? {} : { until: fromLocalTime(until) }),
    ...Object.fromEntries(Object.entries(lists).filter(([, list]) => list.length > 0)),
  };
}
