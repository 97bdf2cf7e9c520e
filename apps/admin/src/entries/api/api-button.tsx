import { t } from '@lingui/core/macro';
import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { IconCode } from '../../icons/icons.js';
import type { ApiRequest } from './api-request.js';
import type { EntryTask } from './entry-tasks.js';

const ApiDrawer = lazy(() => import('./api-drawer.js').then((module) => ({ default: module.ApiDrawer })));

interface ApiButtonProps {
  readonly request: ApiRequest;
  /** Further requests. */
  readonly tasks?: readonly EntryTask[];
}

/** A button that shows how the API sees what the screen shows. */
export function ApiButton({ request, tasks = [] }: ApiButtonProps): ReactNode {
  const [opened, { open, close }] = useDisclosure();
  const [wasOpened, setWasOpened] = useState(false);
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconCode size={16} />}
        aria-label={t`API: how does the API see this?`}
        onClick={() => {
          setWasOpened(true);
          open();
        }}
      >
        {t`API`}
      </Button>
      {wasOpened && (
        <Suspense>
          <ApiDrawer opened={opened} onClose={close} request={request} tasks={tasks} />
        </Suspense>
      )}
    </>
  );
}
