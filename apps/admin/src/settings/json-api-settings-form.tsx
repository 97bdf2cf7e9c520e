import { t } from '@lingui/core/macro';
import { Radio, Stack, Switch } from '@mantine/core';
import type { ReactNode } from 'react';
import { NumberSetting, SettingsForm } from './settings-form.js';
import { findFieldError } from '../http/field-errors.js';
import { BOUNDS as ALL_BOUNDS } from '../management-api/bounds.js';
import type { JsonApiSettings } from '../management-api/resources.js';

const BOUNDS = ALL_BOUNDS['JsonApiSettings.change'];

const OPERATIONS = [
  {
    value: 'read_only',
    label: t`Read only`,
    description: t`Entries cannot be created, changed or deleted, not even here: such requests are refused (403).`,
  },
  {
    value: 'read_write',
    label: t`Read and write`,
    description: t`Clients and people with the scope content:administer can create, change and delete entries.`,
  },
] as const;

const NUMBERS = [
  [
    'pageLimitMaximum',
    t`Entries per page`,
    t`The most that one response has, and the number without page[limit].`,
  ],
  [
    'includeDepthMaximum',
    t`Levels of an include`,
    t`include=field_tags.parent has two levels. Deeper includes are refused.`,
  ],
  ['includedMaximum', t`Included entries per response`, t`Requests that would include more are refused.`],
  [
    'queryComplexityMaximum',
    t`Complexity of a query`,
    t`Filters, sorts and includes with a higher estimated cost are refused. 1 is about a tenth of a millisecond over 2,000 entries.`,
  ],
  [
    'documentBytesMaximum',
    t`Bytes of a response`,
    t`Larger answers with several entries are refused; an answer with a single entry never is.`,
  ],
  [
    'atomicOperationsMaximum',
    t`Operations per request`,
    t`An atomic request contains several changes; either all of them are applied or none.`,
  ],
  [
    'publicMaxAgeSeconds',
    t`Seconds that public responses are cached`,
    t`Browsers and caches may reuse public answers for this time without a request. 0: they always send one.`,
  ],
  [
    'sharedMaxAgeSeconds',
    t`Seconds that content delivery networks keep public answers`,
    t`Content delivery networks in front of this service may keep public answers for this time. Changes show at once only where the network is told of them (PURGE_DRIVER). 0: as long as browsers do.`,
  ],
] as const;

export function JsonApiSettingsForm(): ReactNode {
  return (
    <SettingsForm<JsonApiSettings>
      name="jsonapi"
      title="JSON:API"
      description={t`What can be read and written under /api.`}
    >
      {({ values, set }, failure) => (
        <>
          <Switch
            label={t`Public access`}
            description={
              values.publicAccess
                ? t`Published entries can be read without a token.`
                : t`Every request needs a token; without one the answer is 401.`
            }
            checked={values.publicAccess}
            error={findFieldError(failure, '/publicAccess', t`Public access`)}
            onChange={({ currentTarget }) => {
              set('publicAccess', currentTarget.checked);
            }}
          />
          <Radio.Group
            label={t`Allowed operations`}
            value={values.allowedOperations}
            error={findFieldError(failure, '/allowedOperations', t`Allowed operations`)}
            onChange={(chosen) => {
              set('allowedOperations', chosen === 'read_write' ? 'read_write' : 'read_only');
            }}
          >
            <Stack gap="xs" mt="xs">
              {OPERATIONS.map((operations) => (
                <Radio key={operations.value} {...operations} />
              ))}
            </Stack>
          </Radio.Group>
          <Switch
            label={t`Publish the API description`}
            description={
              values.publishDescription
                ? t`/openapi.json and /docs are available without a token.`
                : t`/openapi.json and /docs need a token; browsers cannot open /docs directly.`
            }
            checked={values.publishDescription}
            error={findFieldError(failure, '/publishDescription', t`Publish the API description`)}
            onChange={({ currentTarget }) => {
              set('publishDescription', currentTarget.checked);
            }}
          />
          {NUMBERS.map(([name, label, description]) => (
            <NumberSetting
              key={name}
              label={label}
              description={description}
              bounds={BOUNDS[name]}
              value={values[name]}
              error={findFieldError(failure, `/${name}`, label)}
              onChange={(value) => {
                set(name, value);
              }}
            />
          ))}
        </>
      )}
    </SettingsForm>
  );
}
