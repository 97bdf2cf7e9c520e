import { Alert, Button, Card, Group, Stack, Text } from '@mantine/core';
import { IconKey } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { CopiedText } from '../forms/copied-text.js';
import { addressOf } from '../http/address.js';
import { curlLine, environmentLines } from './curl-line.js';
import { TryIt } from './try-it.js';

interface NewSecretProps {
  readonly id: string;
  readonly secret: string;
  readonly mayActForItself: boolean;
  readonly onDone: () => void;
}

/** A secret that was made just now. The service keeps only its hash, so it is shown this once. */
export function NewSecret({ id, secret, mayActForItself, onDone }: NewSecretProps): ReactNode {
  const base = addressOf('/').replace(/\/$/, '');
  return (
    <Card withBorder>
      <Stack>
        <Alert color="yellow" c="inherit" icon={<IconKey />} title="Copy the secret now">
          It is shown this once. Who loses it makes a new one; nobody can look it up.
        </Alert>
        <CopiedText label="Client id" text={id} />
        <CopiedText label="Client secret" text={secret} />
        <CopiedText label="For a .env file" text={environmentLines(id, secret, base)} />
        {mayActForItself ? (
          <>
            <CopiedText label="A token with curl" text={curlLine(id, secret, addressOf('/oauth/token'))} />
            <TryIt id={id} secret={secret} />
          </>
        ) : (
          <Text size="sm">It gets its tokens when people sign in and allow it.</Text>
        )}
        <Group justify="flex-end">
          <Button onClick={onDone}>I have copied it</Button>
        </Group>
      </Stack>
    </Card>
  );
}
