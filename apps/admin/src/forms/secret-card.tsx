import { Alert, Button, Card, Group, Stack } from '@mantine/core';
import { IconKey } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { UnsavedChanges } from './unsaved-changes.js';

interface SecretCardProps {
  /** What the secret belongs to, such as `client`. */
  readonly owner: string;
  readonly children: ReactNode;
  /** Further buttons beside «I have copied it». */
  readonly buttons?: ReactNode;
  readonly onDone: () => void;
}

/** A card with a secret that is shown once; leaving the screen without it asks first. */
export function SecretCard({ owner, children, buttons, onDone }: SecretCardProps): ReactNode {
  return (
    <Card withBorder>
      <UnsavedChanges
        when
        title="Leave without the secret?"
        text={`The secret is shown only now. Without it, the ${owner} needs a new one.`}
        leave="Leave without the secret"
      />
      <Stack>
        <Alert color="yellow" c="inherit" icon={<IconKey />} title="Copy the secret now">
          It is shown only now and cannot be looked up later. A lost secret is replaced by a new one.
        </Alert>
        {children}
        <Group justify="flex-end">
          {buttons}
          <Button onClick={onDone}>I have copied it</Button>
        </Group>
      </Stack>
    </Card>
  );
}
