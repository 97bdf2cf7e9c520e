import { t } from '@lingui/core/macro';
import { Group, Input, Stack, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { AddButton, RowActions } from '../forms/row-actions.js';
import { findFieldError } from '../http/field-errors.js';
import { validateRedirectUri } from './validate-redirect-uri.js';

interface RedirectUrisProps {
  readonly value: readonly string[];
  readonly onChange: (uris: readonly string[]) => void;
  readonly confidential: boolean;
  /** The error of the last save. */
  readonly failure: unknown;
}

/** The redirect URIs of a client, each validated while it is typed. */
export function RedirectUris({ value, onChange, confidential, failure }: RedirectUrisProps): ReactNode {
  return (
    <Input.Wrapper
      label={t`Redirect URIs`}
      labelElement="div"
      error={
        value.some((uri) => uri !== '')
          ? undefined
          : findFieldError(failure, '/redirectUris', t`Redirect URIs`)
      }
      data-error-group
      description={t`Where users return after signing in. Clients that only act for themselves need none.`}
    >
      <Stack gap="xs" mt="xs" data-rows>
        {value.map((uri, index) => (
          <Group key={index} gap="xs" wrap="nowrap" align="flex-start">
            <TextInput
              flex={1}
              value={uri}
              aria-label={t`Redirect URI ${index + 1}`}
              placeholder="https://www.example.com/callback"
              error={
                uri === ''
                  ? undefined
                  : (validateRedirectUri(uri, confidential) ??
                    findFieldError(failure, `/redirectUris/${index}`, t`The redirect URI`))
              }
              onChange={({ currentTarget }) => {
                onChange(value.with(index, currentTarget.value));
              }}
            />
            <RowActions
              name={t`redirect URI ${index + 1}`}
              onRemove={() => {
                onChange(value.toSpliced(index, 1));
              }}
            />
          </Group>
        ))}
        <AddButton
          onClick={() => {
            onChange([...value, '']);
          }}
        >
          {t`Add a redirect URI`}
        </AddButton>
      </Stack>
    </Input.Wrapper>
  );
}
