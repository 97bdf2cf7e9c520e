import { i18n } from '#i18n';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Alert, Button, FileButton, Group, List, Modal, Stack, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { type ReactNode, useRef, useState } from 'react';
import { UnsavedChanges } from '../../forms/unsaved-changes.js';
import { useAction } from '../../forms/use-action.js';
import { ApiError } from '../../http/api-error.js';
import { IconUpload } from '../../icons/icons.js';
import { FailureNotice } from '../../layout/failure-notice.js';
import { managementApi } from '../../management-api/management-api.js';
import type { ContentModel } from '../../management-api/resources.js';
import { formatStep, type ImportStep, pickApplicable, planImport } from './plan-import.js';
import { readSitePackage, type SitePackage } from './site-package.js';

interface ChosenPackage extends SitePackage {
  readonly file: File;
}

interface ImportButtonProps {
  readonly model: ContentModel;
  /** Gets the id of the job. */
  readonly onJob: (id: string) => void;
}

/** Reads a site package, shows the changes it would make, and uploads it after confirmation. */
export function ImportButton({ model, onJob }: ImportButtonProps): ReactNode {
  const [chosen, setChosen] = useState<ChosenPackage>();
  const resetRef = useRef<() => void>(null);
  const close = (): void => {
    setChosen(undefined);
  };
  const read = useAction({
    mutationFn: async (file: File) => ({ ...(await readSitePackage(file)), file }),
    invalidates: [],
    onSuccess: setChosen,
    toastErrors: true,
  });
  return (
    <>
      <FileButton
        accept=".ndjson,.jsonl,application/x-ndjson"
        inputProps={{ 'aria-label': t`Site package to import` }}
        resetRef={resetRef}
        onChange={(file) => {
          if (file !== null) read.mutate(file);
          // Without a reset the browser fires no event when the same file is chosen again.
          resetRef.current?.();
        }}
      >
        {(props) => (
          <Button
            {...props}
            variant="default"
            leftSection={<IconUpload size={16} />}
            loading={read.isPending}
          >
            {t`Import`}
          </Button>
        )}
      </FileButton>
      <Modal opened={chosen !== undefined} onClose={close} title={t`Import a site package`} size="lg">
        {chosen !== undefined && (
          <ImportPlan
            chosen={chosen}
            model={model}
            onCancel={close}
            onJob={(id) => {
              close();
              onJob(id);
            }}
          />
        )}
      </Modal>
    </>
  );
}

function ImportPlan({
  chosen: { file, bundles, entries, files },
  model,
  onCancel,
  onJob,
}: {
  readonly chosen: ChosenPackage;
  readonly onCancel: () => void;
} & ImportButtonProps): ReactNode {
  const steps = planImport(bundles, model);
  const applicable = pickApplicable(steps);
  const refused = steps.filter(({ kind }) => kind === 'refused field');
  const isEmpty = applicable.length === 0 && entries === 0;
  const upload = useAction({
    mutationFn: startImport,
    invalidates: [['jobs']],
    onSuccess: onJob,
  });
  return (
    <Stack>
      <UnsavedChanges
        when={upload.isPending}
        title={t`Stop the upload?`}
        text={t`The import begins when the whole file is uploaded. Nothing is imported now.`}
        leave={t`Stop the upload`}
      />
      <FailureNotice failure={upload.error} />
      {isEmpty && <Text size="sm">{t`The content model already contains everything in the file.`}</Text>}
      {applicable.length > 0 && <Steps steps={applicable} />}
      {entries > 0 && (
        <Text size="sm">
          <Trans>
            Entries and profiles in the file: {i18n.number(entries)}. Those that exist are changed.
          </Trans>
        </Text>
      )}
      {files > 0 && (
        <Text size="sm">
          <Trans>Files whose bytes are in the file: {i18n.number(files)}.</Trans>
        </Text>
      )}
      {refused.length > 0 && (
        <Alert color="yellow" c="inherit" title={t`This is not possible`}>
          <Steps steps={refused} />
          <Text size="sm" mt="xs">
            {t`The definitions of these types are left as they are.`}
          </Text>
        </Alert>
      )}
      <Text size="sm" c="dimmed">
        <Trans>
          Types and fields that the file does not contain stay unchanged. The service imports the file in the
          background, also while this page is closed.
        </Trans>
      </Text>
      <Group justify="flex-end">
        <Button variant="default" onClick={onCancel}>
          {t`Cancel`}
        </Button>
        <Button
          disabled={isEmpty}
          loading={upload.isPending}
          onClick={() => {
            upload.mutate(file);
          }}
        >
          {t`Import`}
        </Button>
      </Group>
    </Stack>
  );
}

/** @returns the id of the job: of another import, when one runs */
async function startImport(file: File): Promise<string> {
  try {
    return (await managementApi.import(file)).body.id;
  } catch (error) {
    const running = error instanceof ApiError ? error.more['job'] : undefined;
    if (typeof running !== 'string') throw error;
    notifications.show({
      message: t`Another import runs; this file was not imported`,
      color: 'orange',
      autoClose: 10_000,
    });
    return running;
  }
}

function Steps({ steps }: { readonly steps: readonly ImportStep[] }): ReactNode {
  return (
    <List size="sm">
      {steps.map((step) => (
        <List.Item key={formatStep(step)}>{formatStep(step)}</List.Item>
      ))}
    </List>
  );
}
