import { Button, Text } from '@mantine/core';
import type { ErrorComponentProps } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Screen } from './screen.js';

/** A fault of our own, or files of a build that has been replaced: loading the page anew helps with those. */
export function ScreenFailure({ error }: ErrorComponentProps): ReactNode {
  return (
    <Screen title="This screen cannot be shown">
      <Text>
        Load the page again; if that does not help, tell whoever runs this service what it says here:
      </Text>
      <Text ff="monospace" size="sm">
        {error instanceof Error ? error.message : String(error)}
      </Text>
      <Button
        maw={240}
        onClick={() => {
          window.location.reload();
        }}
      >
        Load again
      </Button>
    </Screen>
  );
}
