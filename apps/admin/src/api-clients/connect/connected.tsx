import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Alert, Button, Card, Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { CopyableText } from '../../forms/copyable-text.js';
import { download } from '../../forms/download.js';
import { UnsavedChanges } from '../../forms/unsaved-changes.js';
import { buildUrl } from '../../http/build-url.js';
import { IconAlertTriangle, IconCheck, IconDownload } from '../../icons/icons.js';
import * as queries from '../../management-api/queries.js';
import type { ApiClientWithSecret } from '../../management-api/resources.js';
import { formatEnvironment, formatFirstQuery, type Framework } from './frameworks.js';
import { findQueryTarget } from './query-target.js';
import { TrialButtons } from './trial-buttons.js';

interface ConnectedProps {
  readonly client: ApiClientWithSecret;
  readonly framework: Framework;
  /** What was done besides the creation of the client, such as the origin that CORS allows now. */
  readonly notes: readonly string[];
  /** Steps that remain to be done by hand. */
  readonly warning: string | undefined;
  readonly onDone: () => void;
}

/** The new client in the form that the framework needs: environment, first query, and trials of both. */
export function Connected({ client, framework, notes, warning, onDone }: ConnectedProps): ReactNode {
  const { data: model } = useQuery(queries.contentModel);
  const target = model && findQueryTarget(model);
  const environment = formatEnvironment(framework, client, buildUrl('/').replace(/\/$/, ''));
  const hasSecret = client.secret !== undefined;
  return (
    <Card withBorder>
      <UnsavedChanges
        when={hasSecret}
        title={t`Leave without the secret?`}
        text={t`The secret is shown only now. Without it, the client needs a new one.`}
        leave={t`Leave without the secret`}
      />
      <Stack>
        <Alert color="green" c="inherit" icon={<IconCheck />} title={t`${client.label} is connected`}>
          {notes.map((note) => (
            <Text key={note} size="sm">
              {note}
            </Text>
          ))}
          {hasSecret && (
            <Text size="sm">
              <Trans>The secret is shown only now: copy the lines, or download them.</Trans>
            </Text>
          )}
        </Alert>
        {warning !== undefined && (
          <Alert color="orange" c="inherit" icon={<IconAlertTriangle />} title={t`One thing is left to do`}>
            <Text size="sm">{warning}</Text>
          </Alert>
        )}
        <CopyableText label={t`For the .env file`} text={environment} />
        {target !== undefined && (
          <CopyableText label={t`A first query`} text={formatFirstQuery(framework, target)} />
        )}
        <TrialButtons client={client} target={target} />
        <Group justify="flex-end">
          <Button
            variant="default"
            leftSection={<IconDownload size={16} />}
            onClick={() => {
              download('.env', 'text/plain', `${environment}\n`);
            }}
          >
            {t`Download .env`}
          </Button>
          <Button onClick={onDone}>{hasSecret ? t`I have copied it` : t`Done`}</Button>
        </Group>
      </Stack>
    </Card>
  );
}
