import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Badge, Code, Drawer, Group, NativeSelect, Stack, Tabs, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
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
import type { EntryTask } from './entry-tasks.js';
import {
  formatCurlCommand,
  formatFetchStatement,
  formatHttpRequest,
  type HttpRequest,
} from './format-request.js';

interface ApiDrawerProps {
  readonly opened: boolean;
  readonly onClose: () => void;
  readonly request: ApiRequest;
  /** Further requests, of which one can be chosen. */
  readonly tasks: readonly EntryTask[];
}

/** A form in which a request can be copied. */
interface Example {
  readonly name: string;
  readonly text: string;
}

const JSON_API = 'application/vnd.api+json';
const READ = 'read';

/** A request to the API, its answer for the signed-in user, and the request in several forms to copy. */
export function ApiDrawer({ opened, onClose, request, tasks }: ApiDrawerProps): ReactNode {
  const [chosen, setChosen] = useState(READ);
  // A task can end while it is chosen, such as that of a working copy.
  const task = tasks.find(({ name }) => name === chosen);
  return (
    <Drawer opened={opened} onClose={onClose} title={t`How does the API see this?`} size="xl">
      <Stack>
        {tasks.length > 0 && (
          <NativeSelect
            label={t`Task`}
            value={task?.name ?? READ}
            data={[
              { value: READ, label: t`Read the entry` },
              ...tasks.map(({ name, label }) => ({ value: name, label })),
            ]}
            onChange={({ currentTarget }) => {
              setChosen(currentTarget.value);
            }}
          />
        )}
        {task === undefined ? <ReadRequest request={request} /> : <TaskRequest key={task.name} task={task} />}
      </Stack>
    </Drawer>
  );
}

function ReadRequest({ request }: Pick<ApiDrawerProps, 'request'>): ReactNode {
  return (
    <>
      <CopyableText label={t`Request`} text={formatRequestLines(request)} />
      <Examples
        examples={[
          { name: 'curl', text: formatCurl(request) },
          { name: 'fetch', text: formatFetch(request) },
          { name: 'next-drupal', text: formatNextDrupal(request) },
        ]}
      />
      <Text size="sm" c="dimmed">
        <Trans>
          The token of an API client without «content:administer» reads published entries only, as does a
          request without a token where public access is on.
        </Trans>
      </Text>
      <Answer path={formatPath(request)} mediaType={JSON_API} />
    </>
  );
}

function TaskRequest({ task: { request } }: { readonly task: EntryTask }): ReactNode {
  return (
    <>
      <CopyableText label={t`Request`} text={formatHttpRequest(request)} />
      <Examples
        examples={[
          { name: 'curl', text: formatCurlCommand(request) },
          { name: 'fetch', text: formatFetchStatement(request) },
        ]}
      />
      <Text size="sm" c="dimmed">
        <Trans>It needs the token of an API client with «content:administer».</Trans>
      </Text>
      {request.method === 'GET' ? (
        <Answer {...request} />
      ) : (
        <Text size="sm">{t`Only reads are sent from here.`}</Text>
      )}
    </>
  );
}

function Examples({ examples }: { readonly examples: readonly Example[] }): ReactNode {
  return (
    <Tabs defaultValue="curl" keepMounted={false}>
      <Tabs.List aria-label={t`Copy as`}>
        {examples.map(({ name }) => (
          <Tabs.Tab key={name} value={name}>
            {name}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {examples.map(({ name, text }) => (
        <Tabs.Panel key={name} value={name} pt="sm">
          <CopyableText label={t`The request with ${name}`} text={text} />
        </Tabs.Panel>
      ))}
    </Tabs>
  );
}

function Answer({ path, mediaType }: Pick<HttpRequest, 'path' | 'mediaType'>): ReactNode {
  const query = useQuery({
    queryKey: ['entries', 'answer', path],
    queryFn: () => send<unknown>(path, { mediaType }),
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
              <CopyTextButton label={t`Copy the answer`} text={text} />
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
