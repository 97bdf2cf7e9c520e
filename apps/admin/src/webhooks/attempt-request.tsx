import { t } from '@lingui/core/macro';
import { Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { CopyableText } from '../forms/copyable-text.js';
import { QueryBoundary } from '../layout/query-boundary.js';
import type { AttemptWithRequest } from '../management-api/operations-resources.js';
import * as queries from '../management-api/queries.js';

interface AttemptRequestProps {
  readonly webhookId: string;
  readonly deliveryId: string;
  readonly attemptId: string;
}

/** The headers and the body that an attempt sent, which are fetched. */
export function AttemptRequest({ webhookId, deliveryId, attemptId }: AttemptRequestProps): ReactNode {
  const query = useQuery(queries.deliveryAttempt(webhookId, deliveryId, attemptId));
  return <QueryBoundary query={query}>{({ request }) => <SentRequest request={request} />}</QueryBoundary>;
}

/** The headers and the body of a call; values of headers that administrators have set are not shown. */
export function SentRequest({ request }: Pick<AttemptWithRequest, 'request'>): ReactNode {
  if (request === null) return <Text size="sm">{t`What was sent was not kept.`}</Text>;
  const { headers, body } = request;
  const lines = headers.map(({ name, value }) => `${name}: ${value ?? t`(not shown)`}`);
  return (
    <Stack gap="sm" mt={4}>
      <CopyableText label={t`Headers`} text={lines.join('\n')} />
      {body === null ? (
        <Text size="sm">
          {t`The body is no longer shown: the log does not have the event any more, or the service would write it differently now.`}
        </Text>
      ) : (
        <CopyableText label={t`Body`} text={formatJson(body)} copied={body} />
      )}
    </Stack>
  );
}

function formatJson(text: string): string {
  return JSON.stringify(JSON.parse(text), null, 2);
}
