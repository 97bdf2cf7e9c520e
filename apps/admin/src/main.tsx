import '@mantine/core/styles.css';
import '@mantine/notifications/styles.css';
import './styles.css';
import { MantineProvider } from '@mantine/core';
import { ModalsProvider } from '@mantine/modals';
import { Notifications } from '@mantine/notifications';
import { QueryClientProvider } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { RouterProvider } from '@tanstack/react-router';
import { queryClient } from './http/query-client.js';
import { router } from './router.js';
import { SessionGate } from './session/session-gate.js';
import { styleNonce } from './style-nonce.js';
import { theme } from './theme.js';

const root = document.getElementById('root');
if (root === null) throw new Error('The page has no place for the administration.');

createRoot(root).render(
  <StrictMode>
    <MantineProvider theme={theme} defaultColorScheme="auto" getStyleNonce={() => styleNonce}>
      <QueryClientProvider client={queryClient}>
        <ModalsProvider>
          <Notifications position="top-center" autoClose={3000} />
          <SessionGate>
            <RouterProvider router={router} />
          </SessionGate>
        </ModalsProvider>
      </QueryClientProvider>
    </MantineProvider>
  </StrictMode>,
);
