import { t } from '@lingui/core/macro';
import {
  Anchor,
  Button,
  Card,
  EmptyState,
  Group,
  SegmentedControl,
  Select,
  Stack,
  Text,
  Title,
} from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useAction } from '../forms/use-action.js';
import { IconCopy, IconExternalLink, IconEye } from '../icons/icons.js';
import type { Identifier } from '../jsonapi/document.js';
import { ButtonLink } from '../layout/links.js';
import { QueryBoundary } from '../layout/query-boundary.js';
import { managementApi } from '../management-api/management-api.js';
import * as queries from '../management-api/queries.js';
import type { Preview } from '../management-api/resources.js';
import { useHasScope } from '../session/session-state.js';
import { PreviewFrame } from './preview-frame.js';

/** A link is valid for 15 minutes; it is made anew a minute before, also when the window is shown again after that. */
const RENEWAL_MS = 14 * 60_000;

const WIDTHS = [
  { value: '1280', label: t`Desktop` },
  { value: '768', label: t`Tablet` },
  { value: '390', label: t`Phone` },
] as const;

interface PreviewPaneProps {
  readonly entry: Identifier;
  /** The version that is stored; another one loads the preview again. */
  readonly etag: string | undefined;
}

/** An entry as the website shows it to its editors, in the width of a device, with its last saved values. */
export function PreviewPane({ entry: { type, id }, etag }: PreviewPaneProps): ReactNode {
  const { data: sites = [], isSuccess } = useQuery(queries.previewSites);
  const [chosen, setChosen] = useState<string>();
  const card = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState<string>(WIDTHS[0].value);
  const site = (sites.find(({ label }) => label === chosen) ?? sites[0])?.label;
  const create = async (): Promise<Preview> =>
    (await managementApi.post<Preview>('/previews', { type, id, site })).body;
  const query = useQuery({
    queryKey: ['previews', type, id, site, etag],
    queryFn: async () => ({ ...(await create()), createdAt: Date.now() }),
    enabled: site !== undefined,
    staleTime: RENEWAL_MS,
    // A link would be over when the entry is opened again.
    gcTime: 0,
    refetchInterval: RENEWAL_MS,
    placeholderData: keepPreviousData,
  });
  useEffect(() => {
    // Where there is no room beside the form, it is below.
    card.current?.scrollIntoView({ block: 'nearest' });
  }, []);
  const copy = useAction({
    mutationFn: async () => navigator.clipboard.writeText((await create()).url),
    successMessage: t`The link is copied. It shows this entry to everybody who has it, for 15 minutes.`,
    invalidates: [],
    toastErrors: true,
  });
  if (isSuccess && sites.length === 0) return <NoWebsite />;
  return (
    <Card ref={card} withBorder role="region" aria-label={t`Preview`} className="preview-pane" p="sm">
      <Stack gap="sm" h="100%">
        <Group justify="space-between" gap="xs">
          <Title order={2} size="h5">{t`Preview`}</Title>
          <Group gap="xs">
            {sites.length > 1 && (
              <Select
                aria-label={t`Website`}
                size="xs"
                w={160}
                allowDeselect={false}
                data={sites.map(({ label }) => label)}
                value={site}
                onChange={(label) => {
                  setChosen(label ?? undefined);
                }}
              />
            )}
            <SegmentedControl
              aria-label={t`Width`}
              size="xs"
              data={[...WIDTHS]}
              value={width}
              onChange={setWidth}
            />
          </Group>
        </Group>
        <QueryBoundary query={query}>
          {({ url, createdAt }) => (
            <PreviewFrame
              // A link made within the same second is the same, and shows other values all the same.
              key={createdAt}
              url={url}
              width={Number(width)}
            />
          )}
        </QueryBoundary>
        <Group justify="space-between" gap="xs">
          <Text size="sm" c="dimmed">
            {t`It shows what was saved last.`}
          </Text>
          <Group gap="sm">
            {query.data !== undefined && (
              <Anchor href={query.data.url} target="_blank" rel="noreferrer" size="sm">
                <Group gap={4} wrap="nowrap">
                  {t`Open in a new tab`}
                  <IconExternalLink size={14} />
                </Group>
              </Anchor>
            )}
            <Button
              size="xs"
              variant="default"
              leftSection={<IconCopy size={14} />}
              loading={copy.isPending}
              onClick={() => {
                copy.mutate();
              }}
            >
              {t`Copy preview link`}
            </Button>
          </Group>
        </Group>
      </Stack>
    </Card>
  );
}

/** Says how previews begin, on a site without a website that shows them. */
function NoWebsite(): ReactNode {
  const canConnect = useHasScope('site_settings:administer');
  return (
    <Card withBorder role="region" aria-label={t`Preview`}>
      <Stack align="center">
        <EmptyState
          icon={<IconEye />}
          title={t`No website shows previews yet`}
          description={
            canConnect
              ? t`Name your website in the settings: it then shows each entry here before it is published.`
              : t`An administrator can name the website in the settings: it then shows each entry here before it is published.`
          }
        />
        {canConnect && (
          <ButtonLink to="/settings" variant="default">
            {t`Set up previews`}
          </ButtonLink>
        )}
      </Stack>
    </Card>
  );
}
