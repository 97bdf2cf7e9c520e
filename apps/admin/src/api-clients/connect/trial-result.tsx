import { Trans } from '@lingui/react/macro';
import { Alert, List, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { CollectionDocument } from '../../jsonapi/document.js';
import * as queries from '../../management-api/queries.js';
import { readWithToken, type TokenResponse } from '../token-request.js';
import type { QueryTarget } from './frameworks.js';

/** The token of a trial and what it reads. */
export interface Trial {
  readonly token: TokenResponse;
  readonly titles: readonly string[];
}

interface TrialResultProps {
  /** The scopes of the client. */
  readonly scopes: readonly string[];
  readonly target: QueryTarget | undefined;
  readonly title: string;
  readonly result: Trial;
}

/** What a successful trial got and read. */
export function TrialResult({
  title,
  result: { token, titles },
  scopes,
  target,
}: TrialResultProps): ReactNode {
  const seconds = token.expires_in;
  const permissions = usePermissions(token.scope?.split(' ') ?? scopes);
  return (
    <Alert color="green" c="inherit" title={title} role="status">
      <Text size="sm">
        {target === undefined ? (
          <Trans>
            A token of {seconds} seconds was issued. It allows: {permissions}.
          </Trans>
        ) : titles.length === 0 ? (
          <Trans>
            A token of {seconds} seconds was issued. It allows: {permissions}. It reads no entries yet.
          </Trans>
        ) : (
          <Trans>
            A token of {seconds} seconds was issued. It allows: {permissions}. It reads:
          </Trans>
        )}
      </Text>
      <List size="sm" mt="xs">
        {titles.map((text, index) => (
          <List.Item key={index}>{text}</List.Item>
        ))}
      </List>
    </Alert>
  );
}

/** What scopes allow, in the words of the service; the name of a scope that it does not describe. */
function usePermissions(scopes: readonly string[]): string {
  const { data = [] } = useQuery(queries.scopes);
  const labels = new Map(data.map(({ name, governs }) => [name, governs]));
  return scopes.map((name) => labels.get(name) ?? name).join('; ');
}

/** Sends the first query with a token. @throws ApiError */
export async function readTitles(token: TokenResponse, target: QueryTarget | undefined): Promise<Trial> {
  if (target === undefined) return { token, titles: [] };
  const { type, labelField } = target;
  const { data } = await readWithToken<CollectionDocument>(
    `/api/${type.replace('--', '/')}?sort=-changed&page[limit]=5`,
    token.access_token,
  );
  return { token, titles: data.map(({ id, attributes }) => formatTitle(attributes[labelField]) ?? id) };
}

function formatTitle(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}
