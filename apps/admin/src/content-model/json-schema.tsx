import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Code, Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { CopyTextButton } from '../forms/copyable-text.js';
import { send } from '../http/send.js';
import { QueryBoundary } from '../layout/query-boundary.js';

/** The JSON Schema of a resource type, taken from `/openapi.json`. */
export function JsonSchema({ type }: { readonly type: string }): ReactNode {
  const query = useQuery({
    queryKey: ['content-model', 'description'],
    queryFn: async () => (await send<unknown>('/openapi.json', { mediaType: 'application/json' })).body,
  });
  return (
    <QueryBoundary query={query}>
      {(description) => {
        const text = JSON.stringify(findSchema(description, type), null, 2);
        return (
          <Stack>
            <Group justify="space-between" wrap="nowrap">
              <Text size="sm" c="dimmed">
                <Trans>The attributes and relationships of an entry, as /openapi.json describes them.</Trans>
              </Text>
              <CopyTextButton label={t`Copy JSON Schema`} text={text} />
            </Group>
            <Code block mah={560} tabIndex={0} role="region" aria-label={t`JSON Schema`}>
              {text}
            </Code>
          </Stack>
        );
      }}
    </QueryBoundary>
  );
}

/** The schemas of the attributes and relationships of a writable type; of a read-only type that of its resource object. */
function findSchema(description: unknown, type: string): unknown {
  const schemas = getMember(getMember(description, 'components'), 'schemas');
  const [attributes, relationships] = ['attributes', 'relationships'].map((part) =>
    getMember(schemas, `${type}.${part}`),
  );
  return attributes === undefined ? getMember(schemas, type) : { attributes, relationships };
}

function getMember(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null
    ? (value as Readonly<Record<string, unknown>>)[name]
    : undefined;
}
