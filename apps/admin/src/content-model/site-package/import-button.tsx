import { Alert, Button, FileButton, Group, List, Modal, Stack, Text } from '@mantine/core';
import { IconUpload } from '@tabler/icons-react';
import { type ReactNode, useRef, useState } from 'react';
import { useAct } from '../../forms/use-act.js';
import { FailureNotice } from '../../frame/failure-notice.js';
import type { ContentModel } from '../../manage/shapes.js';
import { planImport, type Step, stepText } from './plan-import.js';
import { parseSitePackage } from './site-package.js';
import { takeStep } from './take-step.js';

/** Reads a site package, says what it would change, and does it when told so. */
export function ImportButton({ model }: { readonly model: ContentModel }): ReactNode {
  const [steps, setSteps] = useState<readonly Step[]>();
  const forget = useRef<() => void>(null);
  const read = useAct({
    act: async (file: File) => planImport(parseSitePackage(await file.text()), model),
    refresh: [],
    then: setSteps,
    sayFailure: true,
  });
  return (
    <>
      <FileButton
        accept=".ndjson,.jsonl,application/x-ndjson"
        inputProps={{ 'aria-label': 'Site package to import' }}
        resetRef={forget}
        onChange={(file) => {
          if (file !== null) read.mutate(file);
          // A browser says nothing when the file that it holds already is chosen once more.
          forget.current?.();
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
          <Plan
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

function Plan({
  steps,
  onDone,
}: {
  readonly steps: readonly Step[];
  readonly onDone: () => void;
}): ReactNode {
  const todo = steps.filter(({ kind }) => kind !== 'refused field');
  const refused = steps.filter(({ kind }) => kind === 'refused field');
  const run = useAct({
    // One after the other: fields may point at types that come before them.
    act: async () => {
      for (const step of todo) await takeStep(step);
    },
    done: 'The content model is imported',
    refresh: [['content-model']],
    then: onDone,
  });
  return (
    <Stack>
      <FailureNotice failure={run.error} />
      {todo.length === 0 ? (
        <Text>There is nothing to do: everything in the file is here already.</Text>
      ) : (
        <Steps steps={todo} />
      )}
      {refused.length > 0 && (
        <Alert color="yellow" c="inherit" title="This is not possible">
          <Steps steps={refused} />
        </Alert>
      )}
      <Text size="sm" c="dimmed">
        What the file does not name stays as it is.
      </Text>
      <Group justify="flex-end">
        <Button variant="default" onClick={onDone}>
          Cancel
        </Button>
        <Button
          disabled={todo.length === 0}
          loading={run.isPending}
          onClick={() => {
            run.mutate();
          }}
        >
          Import
        </Button>
      </Group>
    </Stack>
  );
}

function Steps({ steps }: { readonly steps: readonly Step[] }): ReactNode {
  return (
    <List size="sm">
      {steps.map((step) => (
        <List.Item key={stepText(step)}>{stepText(step)}</List.Item>
      ))}
    </List>
  );
}
