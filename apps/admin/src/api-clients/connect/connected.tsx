import { Alert, Button, Card, Group, Stack, Text } from '@mantine/core';
import { IconCheck, IconDownload } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { toResourceTypes } from '../../entries/resource-type.js';
import { CopyableText } from '../../forms/copyable-text.js';
import { download } from '../../forms/download.js';
import { UnsavedChanges } from '../../forms/unsaved-changes.js';
import { buildUrl } from '../../http/build-url.js';
import * as queries from '../../management-api/queries.js';
import type { ApiClientWithSecret, ContentModel } from '../../management-api/resources.js';
import { formatEnvironment, formatFirstQuery, type Framework, type QueryTarget } from './frameworks.js';
import { Trials } from './trials.js';

interface ConnectedProps {
  readonly client: ApiClientWithSecret;
  readonly framework: Framework;
  /** What was done besides the creation of the client, such as the origin that CORS allows now. */
  readonly notes: readonly string[];
  readonly onDone: () => void;
}

/** The new client in the form that the framework needs: environment, first query, and trials of both. */
export function Connected({ client, framework, notes, onDone }: ConnectedProps): ReactNode {
  const { data: model } = useQuery(queries.contentModel);
  const target = model && findQueryTarget(model);
  const environment = formatEnvironment(framework, client, buildUrl('/').replace(/\/$/, ''));
  const hasSecret = client.secret !== undefined;
  return (
    <Card withBorder>
      <UnsavedChanges
        when={hasSecret}
        title="Leave without the secret?"
        text="The secret is shown only now. Without it, the client needs a new one."
        leave="Leave without the secret"
      />
      <Stack>
        <Alert color="green" c="inherit" icon={<IconCheck />} title={`${client.label} is connected`}>
          {notes.map((note) => (
            <Text key={note} size="sm">
              {note}
            </Text>
          ))}
          {hasSecret && (
            <Text size="sm">The secret is shown only now: copy the lines, or download them.</Text>
          )}
        </Alert>
        <CopyableText label="For the .env file" text={environment} />
        {target !== undefined && (
          <CopyableText label="A first query" text={formatFirstQuery(framework, target)} />
        )}
        <Trials
          credentials={client}
          scopes={client.allowedScopes}
          target={target}
          withSignIn={client.grants.includes('authorization_code')}
        />
        <Group justify="flex-end">
          <Button
            variant="default"
            leftSection={<IconDownload size={16} />}
            onClick={() => {
              download('.env', 'text/plain', `${environment}\n`);
            }}
          >
            Download .env
          </Button>
          <Button onClick={onDone}>{hasSecret ? 'I have copied it' : 'Done'}</Button>
        </Group>
      </Stack>
    </Card>
  );
}

/** The type with the most entries, content before terms and media; `undefined` without types. */
function findQueryTarget(model: ContentModel): QueryTarget | undefined {
  const isContent = (entityType: string): number => Number(entityType === 'node');
  const [first] = toResourceTypes(model)
    .filter(({ entity }) => entity.writable)
    .sort(
      (one, other) => isContent(other.entityType) - isContent(one.entityType) || other.entries - one.entries,
    );
  return first && { type: first.type, labelField: first.labelField.name };
}
