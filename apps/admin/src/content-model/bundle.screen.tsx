import { Stack, Tabs } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Loaded } from '../frame/loaded.js';
import { ButtonLink, TextLink } from '../frame/links.js';
import { Screen } from '../frame/screen.js';
import * as queries from '../manage/queries.js';
import { useMay, useSession } from '../session/use-session.js';
import { BundleForm } from './bundle-form.js';
import { FieldList } from './field-list.js';
import { JsonSchema } from './json-schema.js';
import { BUNDLE_SCOPES, FIELD_SCOPES } from './model-scopes.js';
import { RemoveBundle } from './remove-bundle.js';

const route = getRouteApi('/content-model/$type');

/** One type with its fields. */
export function BundleScreen(): ReactNode {
  const { type } = route.useParams();
  const [entityType = '', bundle = ''] = type.split('--');
  const query = useQuery(queries.bundleResource(entityType, bundle));
  const { scopes } = useSession();
  const mayChange = scopes.has(BUNDLE_SCOPES[entityType] ?? '');
  const mayChangeFields = scopes.has(FIELD_SCOPES[entityType] ?? '');
  const mayWrite = useMay('content:administer');
  const found = query.data?.body;
  return (
    <Screen
      title={found?.label ?? type}
      description={found?.description ?? undefined}
      above={
        <TextLink to="/content-model" size="sm">
          ← Content model
        </TextLink>
      }
      actions={
        <>
          {mayWrite && (
            <ButtonLink variant="default" to="/entries/$type" params={{ type }}>
              Entries
            </ButtonLink>
          )}
          {mayChange && found !== undefined && <RemoveBundle bundle={found} />}
        </>
      }
    >
      <Loaded query={query}>
        {(answer) => (
          <Tabs defaultValue="fields" keepMounted={false}>
            <Tabs.List mb="lg">
              <Tabs.Tab value="fields">Fields</Tabs.Tab>
              <Tabs.Tab value="about">Name and description</Tabs.Tab>
              <Tabs.Tab value="schema">JSON Schema</Tabs.Tab>
            </Tabs.List>
            <Tabs.Panel value="fields">
              <Stack>
                <FieldList
                  bundle={answer.body}
                  etag={answer.etag}
                  mayOrder={mayChange}
                  mayChange={mayChangeFields}
                />
              </Stack>
            </Tabs.Panel>
            <Tabs.Panel value="about">
              <BundleForm answer={answer} disabled={!mayChange} />
            </Tabs.Panel>
            <Tabs.Panel value="schema">
              <JsonSchema type={type} />
            </Tabs.Panel>
          </Tabs>
        )}
      </Loaded>
    </Screen>
  );
}
