import { Code, Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { CopyIcon } from '../forms/copied-text.js';
import { Loaded } from '../frame/loaded.js';
import { addressOf } from '../http/address.js';
import { schemaOf } from './schema-of.js';

/** What programs are told of a type, as the interface description has it. */
export function JsonSchema({ type }: { readonly type: string }): ReactNode {
  const query = useQuery({
    queryKey: ['content-model', 'description'],
    queryFn: async (): Promise<unknown> => (await fetch(addressOf('/openapi.json'))).json(),
  });
  return (
    <Loaded query={query}>
      {(description) => {
        const text = JSON.stringify(schemaOf(description, type), null, 2);
        return (
          <Stack>
            <Group justify="space-between">
              <Text size="sm" c="dimmed">
                The attributes and relationships of an entry, as /openapi.json describes them.
              </Text>
              <CopyIcon label="Copy JSON Schema" text={text} />
            </Group>
            <Code block mah={560} tabIndex={0} role="region" aria-label="JSON Schema">
              {text}
            </Code>
          </Stack>
        );
      }}
    </Loaded>
  );
}
