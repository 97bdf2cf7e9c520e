import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Badge, Code, Drawer, Group, Stack, Tabs, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { CopyableText, CopyTextButton } from '../../forms/copyable-text.js';
import { send } from '../../http/send.js';
import { QueryBoundary } from '../../layout/query-boundary.js';
import {
  type ApiRequest,
  formatCurl,
  formatFetch,
  formatNextDrupal,
  formatPath,
  formatRequestLines,
} from './api-request.js';

interface ApiDrawerProps {
  readonly opened: boolean;
  readonly onClose: () => void;
  readonly request: ApiRequest;
}

const EXAMPLES = [
  { name: 'curl', format: formatCurl },
  { name: 'fetch', format: formatFetch },
  { name: 'next-drupal', format: formatNextDrupal },
] as const;

/** A request to the content API, its answer for the signed-in user, and the request in three forms to copy. */
export function ApiDrawer({ opened, onClose, request }: ApiDrawerProps): ReactNode {
  return (
    <Drawer opened={opened} onClose={onClose} title={t`How does the API see this?`} size="xl">
      <Stack>
        <CopyableText label={t`Request`} text={formatRequestLines(request)} />
        <Tabs defaultValue="curl" keepMounted={false}>
          <Tabs.List aria-label={t`Copy as`}>
            {EXAMPLES.map(({ name }) => (
              <Tabs.Tab key={name} value={name}>
                {name}
              </Tabs.Tab>
            ))}
          </Tabs.List>
          {EXAMPLES.map(({ name, format }) => (
            <Tabs.Panel key={name} value={name} pt="sm">
              <CopyableText label={t`The request with ${name}`} text={format(request)} />
            </Tabs.Panel>
          ))}
        </Tabs>
        <Text size="sm" c="dimmed">
          <Trans>
            The token of an API client without «content:administer» reads published entries only, as does a
            request without a token where public access is on.
          </Trans>
        </Text>
        <Answer request={request} />
      </Stack>
    </Drawer>
  );
}

function Answer({ request }: Pick<ApiDrawerProps, 'request'>): ReactNode {
  const path = formatPath(request);
  const query = useQuery({
    queryKey: ['entries', 'answer', path],
    queryFn: () => send<unknown>(path, { mediaType: 'application/vnd.api+json' }),
  });
  return (
    <QueryBoundary query={query}>
      {({ status, body }) => {
        const text = JSON.stringify(body, null, 2);
        return (
          <div>
            <Group gap="xs" justify="space-between" mb={4}>
              <Group gap="xs">
                <Text size="sm" fw={600}>
                  {t`Answer to you`}
                </Text>
                <Badge variant="default">{status}</Badge>
              </Group>
              <CopyTextButton label={t`Copy Answer`} text={text} />
            </Group>
            <Code
              block
              mah="60vh"
              tabIndex={0}
              role="region"
              aria-label={t`Answer`}
              style={{ overflow: 'auto', whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}
            >
              {text}
            </Code>
          </div>
        );
      }}
    </QueryBoundary>
  );
}
