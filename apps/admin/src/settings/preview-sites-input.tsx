import { t } from '@lingui/core/macro';
import { Box, Fieldset, Group, Input, SimpleGrid, Stack, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { AddButton, createReorder, RowActions } from '../forms/row-actions.js';
import { findFieldError } from '../http/field-errors.js';
import { BOUNDS } from '../management-api/bounds.js';
import type { PreviewSite } from '../management-api/resources.js';

const { maxItems, items: RULES } = BOUNDS['ContentSettings.change'].previewSites;

const NEW_SITE: PreviewSite = { label: '', url: '' };

interface PreviewSitesInputProps {
  readonly sites: readonly PreviewSite[];
  readonly failure: unknown;
  readonly onChange: (sites: readonly PreviewSite[]) => void;
}

/** The websites that show previews, in their order; the first one is shown at once. */
export function PreviewSitesInput({ sites, failure, onChange }: PreviewSitesInputProps): ReactNode {
  return (
    <Box role="group" aria-label={t`Websites with previews`}>
      <Input.Label component="div">{t`Websites with previews`}</Input.Label>
      <Input.Description mb="xs">
        {t`They show an entry beside its form before it is published. Load this page again to see the previews of a new website.`}
      </Input.Description>
      <Stack gap="md" data-rows>
        {sites.map(({ label, url }, index) => {
          const name = label === '' ? t`Website ${index + 1}` : label;
          const change = (changes: Partial<PreviewSite>): void => {
            onChange(sites.with(index, { label, url, ...changes }));
          };
          const getError = (member: string, memberLabel: string): string | undefined =>
            findFieldError(failure, `/previewSites/${index}/${member}`, memberLabel);
          return (
            <Fieldset key={index} legend={name} data-row>
              <Group justify="flex-end" mt={-8}>
                <RowActions
                  name={name}
                  order={createReorder(sites, index, onChange)}
                  onRemove={() => {
                    onChange(sites.toSpliced(index, 1));
                  }}
                />
              </Group>
              <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="sm">
                <TextInput
                  label={t`Label`}
                  required
                  maxLength={RULES.label.maxLength}
                  value={label}
                  error={getError('label', t`Label`)}
                  onChange={({ currentTarget: { value } }) => {
                    change({ label: value });
                  }}
                />
                <TextInput
                  label={t`Address that switches drafts on`}
                  required
                  type="url"
                  placeholder="https://www.example.com/api/draft"
                  maxLength={RULES.url.maxLength}
                  value={url}
                  error={getError('url', t`Address`)}
                  onChange={({ currentTarget: { value } }) => {
                    change({ url: value });
                  }}
                />
              </SimpleGrid>
            </Fieldset>
          );
        })}
        {sites.length < maxItems && (
          <AddButton
            onClick={() => {
              onChange([...sites, NEW_SITE]);
            }}
          >
            {t`Add a website`}
          </AddButton>
        )}
      </Stack>
    </Box>
  );
}
