import { ActionIcon, Button, Group, Input, Stack, TextInput } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { faultAt } from '../http/faults.js';
import { redirectUriFault } from './redirect-uri-fault.js';

interface RedirectUrisProps {
  readonly value: readonly string[];
  readonly onChange: (uris: readonly string[]) => void;
  readonly confidential: boolean;
  /** Of saving. */
  readonly failure: unknown;
}

/** Where the client's users are sent back to; each is checked as it is typed. */
export function RedirectUris({ value, onChange, confidential, failure }: RedirectUrisProps): ReactNode {
  return (
    <Input.Wrapper
      label="Redirect URIs"
      labelElement="div"
      description="Where people come back to after they have signed in. Clients that only act for themselves need none."
    >
      <Stack gap="xs" mt="xs">
        {value.map((uri, index) => (
          <Group key={index} gap="xs" wrap="nowrap" align="flex-start">
            <TextInput
              flex={1}
              value={uri}
              aria-label={`Redirect URI ${index + 1}`}
              placeholder="https://www.example.com/callback"
              error={
                uri === ''
                  ? undefined
                  : (redirectUriFault(uri, confidential) ?? faultAt(failure, `/redirectUris/${index}`))
              }
              onChange={({ currentTarget }) => {
                onChange(value.with(index, currentTarget.value));
              }}
            />
            <ActionIcon
              variant="subtle"
              color="red"
              size={36}
              aria-label={`Remove redirect URI ${index + 1}`}
              onClick={() => {
                onChange(value.toSpliced(index, 1));
              }}
            >
              <IconTrash size={18} />
            </ActionIcon>
          </Group>
        ))}
        <Button
          variant="default"
          leftSection={<IconPlus size={16} />}
          w="fit-content"
          onClick={() => {
            onChange([...value, '']);
          }}
        >
          Add a redirect URI
        </Button>
      </Stack>
    </Input.Wrapper>
  );
}
