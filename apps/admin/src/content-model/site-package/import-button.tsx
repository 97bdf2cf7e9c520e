import { Alert, Button, FileButton, Group, List, Modal, Progress, Stack, Text } from '@mantine/core';
import { IconUpload } from '@tabler/icons-react';
import { type ReactNode, useRef, useState } from 'react';
import { UnsavedChanges } from '../../forms/unsaved-changes.js';
import { useAction } from '../../forms/use-action.js';
import { FailureNotice } from '../../layout/failure-notice.js';
import type { ContentModel } from '../../management-api/resources.js';
import { planImport, type ImportStep, formatStep } from './plan-import.js';
import { parseSitePackage } from './site-package.js';
import { applyStep } from './apply-step.js';

/** Reads a site package, shows the changes it would make, and applies them after confirmation. */
export function ImportButton({ model }: { readonly model: ContentModel }): ReactNode {
  const [steps, setSteps] = useState<readonly ImportStep[]>();
  const resetRef = useRef<() => void>(null);
  const read = useAction({
    mutationFn: async (file: File) => planImport(parseSitePackage(await file.text()), model),
    invalidates: [],
    onSuccess: setSteps,
    toastErrors: true,
  });
  return (
    <>
      <FileButton
        accept=".ndjson,.jsonl,application/x-ndjson"
        inputProps={{ 'aria-label': 'Site package to import' }}
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
            Import
          </Button>
        )}
      </FileButton>
      <Modal
        opened={steps !== undefined}
        onClose={() => {
          setSteps(undefined);
        }}
        title="Import a content model"
        size="lg"
      >
        {steps !== undefined && (
          <ImportPlan
            steps={steps}
            onDone={() => {
              setSteps(undefined);
            }}
          />
        )}
      </Modal>
    </>
  );
}

function ImportPlan({
  steps,
  onDone,
}: {
  readonly steps: readonly ImportStep[];
  readonly onDone: () => void;
}): ReactNode {
  const applicable = steps.filter(({ kind }) => kind !== 'refused field');
  const refused = steps.filter(({ kind }) => kind === 'refused field');
  const [running, setRunning] = useState(0);
  const apply = useAction({
    // In order: reference fields may target types of earlier steps.
    mutationFn: async () => {
      for (const [index, step] of applicable.entries()) {
        setRunning(index + 1);
        await applyStep(step);
      }
    },
    successMessage: 'The content model is imported',
    invalidates: [['content-model']],
    onSuccess: onDone,
  });
  return (
    <Stack>
      <UnsavedChanges
        when={apply.isPending}
        title="Stop the import?"
        text="The steps that are done stay; the others are not made."
        leave="Stop the import"
      />
      <FailureNotice failure={apply.error} />
      {apply.isPending && (
        <div>
          <Text size="sm" role="status">
            Step {running} of {applicable.length}. Keep this page open.
          </Text>
          <Progress
            mt={4}
            value={(100 * (running - 1)) / applicable.length}
            aria-label="Progress of the import"
          />
        </div>
      )}
      {applicable.length === 0 ? (
        <Text>The content model already contains everything in the file.</Text>
      ) : (
        <Steps steps={applicable} />
      )}
      {refused.length > 0 && (
        <Alert color="yellow" c="inherit" title="This is not possible">
          <Steps steps={refused} />
        </Alert>
      )}
      <Text size="sm" c="dimmed">
        Types and fields that the file does not contain stay unchanged.
      </Text>
      <Group justify="flex-end">
        <Button variant="default" onClick={onDone}>
          Cancel
        </Button>
        <Button
          disabled={applicable.length === 0}
          loading={apply.isPending}
          onClick={() => {
            apply.mutate();
          }}
        >
          Import
        </Button>
      </Group>
    </Stack>
  );
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
