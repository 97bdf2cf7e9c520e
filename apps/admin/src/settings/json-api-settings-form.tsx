import { Radio, Stack, Switch } from '@mantine/core';
import type { ReactNode } from 'react';
import { NumberSetting } from './number-setting.js';
import { SettingsForm } from './settings-form.js';
import { faultAt } from '../http/faults.js';
import type { JsonApiSettings } from '../manage/shapes.js';

const OPERATIONS = [
  {
    value: 'read_only',
    label: 'Read only',
    description:
      'Nobody can create, change or delete entries, not even here; every such request is refused (403).',
  },
  {
    value: 'read_write',
    label: 'Read and write',
    description:
      'Clients and people with the scope content:administer can create, change and delete entries.',
  },
] as const;

const NUMBERS = [
  ['pageLimitMaximum', 'Entries of a page, at most', 'Also how many there are when a client does not say.'],
  [
    'includeDepthMaximum',
    'Levels of an include, at most',
    'include=field_tags.parent has two; deeper ones are refused.',
  ],
  ['includedMaximum', 'Included entries, at most', 'Answers that would include more are refused.'],
  [
    'atomicOperationsMaximum',
    'Operations of one request, at most',
    'Clients can send several changes at once, which are done all or not at all.',
  ],
  [
    'publicMaxAgeSeconds',
    'Seconds that public answers are kept',
    'Browsers and caches may show answers to visitors for so long without asking again. 0: they always ask.',
  ],
] as const;

export function JsonApiSettingsForm(): ReactNode {
  return (
    <SettingsForm<JsonApiSettings>
      name="jsonapi"
      title="JSON:API"
      description="What can be read and written under /api."
    >
      {({ values, set }, failure) => (
        <>
          <Switch
            label="Public access"
            description={
              values.publicAccess
                ? 'Anybody can read published entries, without a token.'
                : 'Every request needs a token; without one the answer is 401.'
            }
            checked={values.publicAccess}
            error={faultAt(failure, '/publicAccess')}
            onChange={({ currentTarget }) => {
              set('publicAccess', currentTarget.checked);
            }}
          />
          <Radio.Group
            label="Allowed operations"
            value={values.allowedOperations}
            error={faultAt(failure, '/allowedOperations')}
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
          {NUMBERS.map(([name, label, description]) => (
            <NumberSetting
              key={name}
              label={label}
              description={description}
              value={values[name]}
              error={faultAt(failure, `/${name}`)}
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
