import { t } from '@lingui/core/macro';
import { Button, Drawer } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { lazy, type ReactNode, Suspense } from 'react';
import { IconHistory } from '../../icons/icons.js';
import type { Resource } from '../../jsonapi/document.js';
import type { ResourceType } from '../resource-type.js';
import type { Values } from '../values.js';

const RevisionTimeline = lazy(() =>
  import('./revision-timeline.js').then((module) => ({ default: module.RevisionTimeline })),
);

interface EntryHistoryProps {
  readonly entry: Resource;
  readonly resourceType: ResourceType;
  /** Puts earlier values into the form, as unsaved changes. */
  readonly onTakeOver: (values: Values) => void;
}

/** A button that opens the history of an entry: who changed what and when, with the values before and after each change. */
export function EntryHistory({ entry, resourceType, onTakeOver }: EntryHistoryProps): ReactNode {
  const [opened, { open, close }] = useDisclosure();
  return (
    <>
      <Button variant="default" leftSection={<IconHistory size={16} />} onClick={open}>
        {t`History`}
      </Button>
      <Drawer opened={opened} onClose={close} title={t`History`} size="lg">
        <Suspense>
          <RevisionTimeline
            entry={entry}
            resourceType={resourceType}
            onTakeOver={(values) => {
              onTakeOver(values);
              close();
            }}
          />
        </Suspense>
      </Drawer>
    </>
  );
}
