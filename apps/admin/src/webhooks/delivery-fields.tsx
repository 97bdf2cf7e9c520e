import { i18n } from '#i18n';
import { t } from '@lingui/core/macro';
import { NumberInput, Radio, Stack, Switch } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Draft } from '../forms/use-draft.js';
import { findFieldError } from '../http/field-errors.js';
import { BOUNDS } from '../management-api/bounds.js';
import { WebhookHeaders } from './webhook-headers.js';
import type { WebhookValues } from './webhook-values.js';

export interface WebhookInputsProps {
  readonly draft: Pick<Draft<WebhookValues>, 'values' | 'set'>;
  readonly failure: unknown;
}

export interface DeliveryFieldsProps extends WebhookInputsProps {
  /** The names of the stored header fields. */
  readonly headerNames?: readonly string[];
}

/** The members of these inputs of which the service can refuse a value. */
export const DELIVERY_MEMBERS = [
  'payload',
  'format',
  'ordering',
  'maxConcurrency',
  'maxPerSecond',
  'headers',
] as const;

type ChoiceName = 'payload' | 'format' | 'ordering';

interface Choice<Value> {
  readonly value: Value;
  readonly label: string;
  readonly description: string;
}

type Choices = {
  readonly [Name in ChoiceName]: {
    readonly label: string;
    readonly choices: readonly Choice<WebhookValues[Name]>[];
  };
};

const CHOICES: Choices = {
  payload: {
    label: t`Content of a call`,
    choices: [
      { value: 'full', label: t`The entry`, description: t`With its attributes and relationships.` },
      {
        value: 'thin',
        label: t`Type and id only`,
        description: t`The receiver reads the entry with its own rights.`,
      },
    ],
  },
  format: {
    label: t`Format`,
    choices: [
      { value: 'json', label: 'JSON', description: t`The JSON:API document itself.` },
      {
        value: 'cloudevents',
        label: 'CloudEvents',
        description: t`The document in an envelope of CloudEvents 1.0.`,
      },
    ],
  },
  ordering: {
    label: t`Order`,
    choices: [
      {
        value: 'entry',
        label: t`In order for each entry`,
        description: t`The events of an entry wait for the ones before.`,
      },
      { value: 'none', label: t`Any order`, description: t`One failing entry delays no other event.` },
    ],
  },
};

const { maxConcurrency: concurrency, maxPerSecond: rate } = BOUNDS['Webhook.new'];

/** The inputs that say what is sent, and how. */
export function DeliveryFields({ draft, failure, headerNames = [] }: DeliveryFieldsProps): ReactNode {
  const { values, set } = draft;
  return (
    <>
      <ChoiceInput name="payload" draft={draft} failure={failure} />
      <ChoiceInput name="format" draft={draft} failure={failure} />
      <ChoiceInput name="ordering" draft={draft} failure={failure} />
      <NumberInput
        label={t`Calls at the same time`}
        description={t`From ${concurrency.minimum} to ${concurrency.maximum}. A slow receiver is spared by a low number.`}
        maw={{ sm: 320 }}
        min={concurrency.minimum}
        max={concurrency.maximum}
        clampBehavior="none"
        allowDecimal={false}
        value={values.maxConcurrency}
        error={findFieldError(failure, '/maxConcurrency', t`Calls at the same time`)}
        onChange={(typed) => {
          set('maxConcurrency', Number(typed));
        }}
      />
      <NumberInput
        label={t`Calls per second`}
        description={t`From ${rate.minimum} to ${i18n.number(rate.maximum)}. Empty: as many as the receiver answers.`}
        maw={{ sm: 320 }}
        min={rate.minimum}
        max={rate.maximum}
        clampBehavior="none"
        allowDecimal={false}
        value={values.maxPerSecond ?? ''}
        error={findFieldError(failure, '/maxPerSecond', t`Calls per second`)}
        onChange={(typed) => {
          set('maxPerSecond', typed === '' ? null : Number(typed));
        }}
      />
      <Switch
        label={t`Only the latest event of an entry`}
        description={t`An event is skipped when a later one of the same entry is waiting.`}
        checked={values.latestOnly}
        onChange={({ currentTarget }) => {
          set('latestOnly', currentTarget.checked);
        }}
      />
      <Switch
        label={t`Entries that lose a deleted entry`}
        description={t`Entries that referred to a deleted entry are sent, too, as changes of theirs.`}
        checked={values.includeDerived}
        onChange={({ currentTarget }) => {
          set('includeDerived', currentTarget.checked);
        }}
      />
      <WebhookHeaders
        value={values.headers}
        storedNames={headerNames}
        error={findFieldError(failure, '/headers', t`Header fields`)}
        onChange={(headers) => {
          set('headers', headers);
        }}
      />
    </>
  );
}

function ChoiceInput({
  name,
  draft: { values, set },
  failure,
}: WebhookInputsProps & { readonly name: ChoiceName }): ReactNode {
  const { label, choices } = CHOICES[name];
  return (
    <Radio.Group
      label={label}
      value={values[name]}
      error={findFieldError(failure, `/${name}`, label)}
      onChange={(value) => {
        set(name, value);
      }}
    >
      <Stack gap="xs" mt="xs">
        {choices.map((choice) => (
          <Radio key={choice.value} {...choice} />
        ))}
      </Stack>
    </Radio.Group>
  );
}
