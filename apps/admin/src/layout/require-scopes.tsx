import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Alert, Code, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { IconLock } from '../icons/icons.js';
import { useSession } from '../session/session-state.js';
import { Screen } from './screen.js';
import { isAllowed, NAVIGATION_ITEMS } from './navigation.js';

/** Renders the screen at `path` if the user holds one of its scopes, otherwise a notice with the scopes it requires. */
export function RequireScopes({
  path,
  children,
}: {
  readonly path: string;
  readonly children: ReactNode;
}): ReactNode {
  const { scopes, user } = useSession();
  const screen = NAVIGATION_ITEMS.find(({ to }) => to !== '/' && path.startsWith(to));
  if (screen === undefined || isAllowed(screen, scopes)) return children;
  const { anyOf, allOf = [] } = screen;
  const names = [...anyOf, ...allOf].map((scope) => (
    <Code key={scope} mr={4}>
      {scope}
    </Code>
  ));
  return (
    <Screen title={screen.label}>
      <Alert icon={<IconLock />} title={t`Your role does not allow this`} color="orange">
        <Text size="sm">
          {allOf.length > 1 ? (
            <Trans>
              This screen needs the scopes {names}, which your role «{user.role}» does not all have. Ask an
              administrator.
            </Trans>
          ) : anyOf.length > 1 ? (
            <Trans>
              This screen needs one of the scopes {names}, which your role «{user.role}» does not have. Ask an
              administrator.
            </Trans>
          ) : (
            <Trans>
              This screen needs the scope {names}, which your role «{user.role}» does not have. Ask an
              administrator.
            </Trans>
          )}
        </Text>
      </Alert>
    </Screen>
  );
}
