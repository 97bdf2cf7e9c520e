import { Alert, Code, Text } from '@mantine/core';
import { IconLock } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useSession } from '../session/session-state.js';
import { Screen } from './screen.js';
import { NAVIGATION_ITEMS } from './navigation.js';

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
  const anyOf = screen?.anyOf ?? [];
  if (anyOf.length === 0 || anyOf.some((scope) => scopes.has(scope))) return children;
  return (
    <Screen title={screen?.label ?? ''}>
      <Alert icon={<IconLock />} title="Your role does not allow this" color="orange">
        <Text size="sm">
          This screen needs {anyOf.length > 1 ? 'one of the scopes' : 'the scope'}{' '}
          {anyOf.map((scope) => (
            <Code key={scope} mr={4}>
              {scope}
            </Code>
          ))}
          , which your role «{user.role}» does not have. Ask an administrator.
        </Text>
      </Alert>
    </Screen>
  );
}
