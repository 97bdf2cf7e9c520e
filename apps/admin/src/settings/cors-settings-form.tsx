import { t } from '@lingui/core/macro';
import { Radio, Stack, TagsInput } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import type { Draft } from '../forms/use-draft.js';
import type { FieldError } from '../http/api-error.js';
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
      validate={requireOrigin}
      description={t`Which websites may call this service from the browsers of their visitors.`}
    >
      {(draft, failure) => <Inputs draft={draft} failure={failure} />}
    </SettingsForm>
  );
}

/** An empty list would allow no website at all, which is not what «Only these» says. */
function requireOrigin({ allowedOrigins }: CorsSettings): readonly FieldError[] {
  if (allowedOrigins.length > 0) return [];
  return [{ detail: t`Name at least one website, or choose Any.`, pointer: '/allowedOrigins', meta: {} }];
}

interface InputsProps {
  readonly draft: Draft<CorsSettings>;
  readonly failure: unknown;
}

function Inputs({ draft: { values, set }, failure }: InputsProps): ReactNode {
  const { allowedOrigins } = values;
  const isAny = allowedOrigins[0] === '*';
  // The origins stay when «Any» is chosen by mistake.
  const [namedOrigins, setNamedOrigins] = useState(isAny ? [] : allowedOrigins);
  const setOrigins = (origins: readonly string[]): void => {
    setNamedOrigins(origins);
    set('allowedOrigins', origins);
  };
  return (
    <>
      <Radio.Group
        label={t`Allowed websites`}
        value={isAny ? 'any' : 'some'}
        onChange={(chosen) => {
          set('allowedOrigins', chosen === 'any' ? ANY : namedOrigins);
        }}
      >
        <Stack gap="xs" mt="xs">
          <Radio value="any" label={t`Any`} description={t`Every website; they need a token all the same.`} />
          <Radio
            value="some"
            label={t`Only these`}
            description={t`Browsers block answers to pages of all other websites.`}
          />
        </Stack>
      </Radio.Group>
      {!isAny && (
        <TagsInput
          label={t`Origins`}
          description={t`Such as https://www.example.com: scheme and host, and port if it is not the usual one.`}
          placeholder={allowedOrigins.length === 0 ? 'https://www.example.com' : undefined}
          value={[...allowedOrigins]}
          error={
            allowedOrigins.map(validateOrigin).find((reason) => reason !== undefined) ??
            findFieldError(failure, '/allowedOrigins', t`Origins`)
          }
          splitChars={[',', ' ']}
          onChange={setOrigins}
        />
      )}
    </>
  );
}
