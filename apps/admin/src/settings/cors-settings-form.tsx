import { Radio, Stack, TagsInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { faultAt } from '../http/faults.js';
import type { CorsSettings } from '../manage/shapes.js';
import { originFault } from './origin-fault.js';
import { SettingsForm } from './settings-form.js';

const ANY = ['*'];

export function CorsSettingsForm(): ReactNode {
  return (
    <SettingsForm<CorsSettings>
      name="cors"
      title="CORS"
      description="Which websites may call this service from the browsers of their visitors."
    >
      {({ values: { allowedOrigins }, set }, failure) => {
        const open = allowedOrigins[0] === '*';
        return (
          <>
            <Radio.Group
              label="Allowed websites"
              value={open ? 'any' : 'some'}
              onChange={(chosen) => {
                set('allowedOrigins', chosen === 'any' ? ANY : []);
              }}
            >
              <Stack gap="xs" mt="xs">
                <Radio value="any" label="Any" description="Every website; they need a token all the same." />
                <Radio
                  value="some"
                  label="Only these"
                  description="Browsers keep the answers from the pages of all others."
                />
              </Stack>
            </Radio.Group>
            {!open && (
              <TagsInput
                label="Origins"
                description="Such as https://www.example.com: scheme and host, and port if it is not the usual one."
                placeholder="https://www.example.com"
                value={[...allowedOrigins]}
                error={
                  allowedOrigins.map(originFault).find((fault) => fault !== undefined) ??
                  faultAt(failure, '/allowedOrigins')
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
