import { Radio, Stack, TagsInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { findFieldError } from '../http/field-errors.js';
import type { CorsSettings } from '../management-api/resources.js';
import { SettingsForm } from './settings-form.js';
import { validateOrigin } from './validate-settings.js';

const ANY = ['*'];

export function CorsSettingsForm(): ReactNode {
  return (
    <SettingsForm<CorsSettings>
      name="cors"
      title="CORS"
      description="Which websites may call this service from the browsers of their visitors."
    >
      {({ values: { allowedOrigins }, set }, failure) => {
        const isAny = allowedOrigins[0] === '*';
        return (
          <>
            <Radio.Group
              label="Allowed websites"
              value={isAny ? 'any' : 'some'}
              onChange={(chosen) => {
                set('allowedOrigins', chosen === 'any' ? ANY : []);
              }}
            >
              <Stack gap="xs" mt="xs">
                <Radio value="any" label="Any" description="Every website; they need a token all the same." />
                <Radio
                  value="some"
                  label="Only these"
                  description="Browsers block answers to pages of all other websites."
                />
              </Stack>
            </Radio.Group>
            {!isAny && (
              <TagsInput
                label="Origins"
                description="Such as https://www.example.com: scheme and host, and port if it is not the usual one."
                placeholder="https://www.example.com"
                value={[...allowedOrigins]}
                error={
                  allowedOrigins.map(validateOrigin).find((reason) => reason !== undefined) ??
                  findFieldError(failure, '/allowedOrigins', 'Origins')
                }
                splitChars={[',', ' ']}
                onChange={(origins) => {
                  set('allowedOrigins', origins);
                }}
              />
            )}
          </>
        );
      }}
    </SettingsForm>
  );
}
