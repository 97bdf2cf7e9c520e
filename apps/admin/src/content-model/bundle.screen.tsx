import { t } from '@lingui/core/macro';
import { Stack, Tabs } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { QueryBoundary } from '../layout/query-boundary.js';
import { BackLink, ButtonLink } from '../layout/links.js';
import { Screen } from '../layout/screen.js';
import * as queries from '../management-api/queries.js';
import { useHasScope, useSession } from '../session/session-state.js';
import { BundleForm } from './bundle-form.js';
import { FieldList } from './field-list.js';
import { JsonSchema } from './json-schema.js';
import { BUNDLE_SCOPES, FIELD_SCOPES } from './model-scopes.js';
import { getOwn } from '../own-members.js';
import { RemoveBundle } from './remove-bundle.js';

const route = getRouteApi('/content-model/$type');

/** A bundle: its fields, its label and description, and its JSON Schema. */
export function BundleScreen(): ReactNode {
  const { type } = route.useParams();
  const [entityType = '', bundle = ''] = type.split('--');
  const query = useQuery(queries.bundleResource(entityType, bundle));
  const { scopes } = useSession();
  const canChange = scopes.has(getOwn(BUNDLE_SCOPES, entityType) ?? '');
  const canChangeFields = scopes.has(getOwn(FIELD_SCOPES, entityType) ?? '');
  const canWrite = useHasScope('content:administer');
  const loaded = query.data?.body;
  return (
    <Screen
      title={loaded?.label ?? type}
      description={loaded?.description ?? undefined}
      above={<BackLink to="/content-model">{t`Content model`}</BackLink>}
      actions={
        <>
          {canWrite && (
            <ButtonLink variant="default" to="/entries/$type" params={{ type }}>
              {t`Entries`}
            </ButtonLink>
          )}
          {canChange && loaded !== undefined && <RemoveBundle bundle={loaded} />}
        </>
      }
    >
      <QueryBoundary query={query}>
        {(response) => (
          <Tabs defaultValue="fields" keepMounted={false}>
            <Tabs.List mb="lg">
              <Tabs.Tab value="fields">{t`Fields`}</Tabs.Tab>
              <Tabs.Tab value="about">{t`Name and description`}</Tabs.Tab>
              <Tabs.Tab value="schema">{t`JSON Schema`}</Tabs.Tab>
            </Tabs.List>
            <Tabs.Panel value="fields">
              <Stack>
                <FieldList
                  bundle={response.body}
                  etag={response.etag}
                  canReorder={canChange}
                  canChange={canChangeFields}
                />
              </Stack>
            </Tabs.Panel>
            {/* Mounted while another tab is open: it may hold what is not saved. */}
            <Tabs.Panel value="about" keepMounted>
              <BundleForm key={type} response={response} disabled={!canChange} />
            </Tabs.Panel>
            <Tabs.Panel value="schema">
              <JsonSchema type={type} />
            </Tabs.Panel>
          </Tabs>
        )}
      </QueryBoundary>
    </Screen>
  );
}
