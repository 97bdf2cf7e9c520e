import './mantine-styles.js';
import '@mantine/notifications/styles.css';
import './styles.css';
import { i18n } from '#i18n';
import { t } from '@lingui/core/macro';
import { I18nProvider } from '@lingui/react';
import { createTheme, type CSSVariablesResolver, MantineProvider } from '@mantine/core';
import { ModalsProvider } from '@mantine/modals';
import { Notifications } from '@mantine/notifications';
import { QueryClientProvider } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { RouterProvider } from '@tanstack/react-router';
import { colorSchemeManager } from './color-scheme-manager.js';
import { queryClient } from './http/query-client.js';
import { startFocusReturn } from './layout/focus-return.js';
import { router } from './router.js';
import { keepSessionWhileTyping } from './session/keep-session.js';
import { SessionGate } from './session/session-gate.js';
import { siteAppearance } from './site-appearance.js';
import { styleNonce } from './style-nonce.js';

/** Options are in <main>, as menus are, and their list itself scrolls, which keys reach through the input. */
const OPTIONS = {
  withScrollArea: false,
  styles: { options: { maxHeight: 260, overflowY: 'auto' } },
  comboboxProps: { portalProps: { target: 'main' } },
};

/** Primary shade 8, because the default shade 6 lacks contrast with white (WCAG 2.2, 1.4.3). */
const theme = createTheme({
  ...(siteAppearance.shades === undefined
    ? { primaryColor: 'blue', primaryShade: 8 }
    : {
        colors: { site: siteAppearance.shades },
        primaryColor: 'site',
        primaryShade: { light: 8, dark: 6 },
      }),
  defaultRadius: 'md',
  cursorType: 'pointer',
  respectReducedMotion: true,
  fontFamily: 'system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", "DejaVu Sans", sans-serif',
  fontFamilyMonospace: 'ui-monospace, SFMono-Regular, Menlo, Consolas, "DejaVu Sans Mono", monospace',
  headings: { fontWeight: '650' },
  components: {
    Modal: { defaultProps: { centered: true, closeButtonProps: { 'aria-label': t`Close` } } },
    Notification: { defaultProps: { closeButtonProps: { 'aria-label': t`Dismiss` } } },
    // A <header> in a dialog would be a second banner of the page.
    ModalHeader: { defaultProps: { role: 'presentation' } },
    DrawerHeader: { defaultProps: { role: 'presentation' } },
    // The focus goes to the first item instead of a placeholder, which is no child that a menu may have; and in <main>, menus
    // belong to a landmark of the page.
    Menu: { defaultProps: { withInitialFocusPlaceholder: false, portalProps: { target: 'main' } } },
    PasswordInput: {
      defaultProps: { visibilityToggleButtonProps: { 'aria-label': t`Toggle password visibility` } },
    },
    Drawer: { defaultProps: { position: 'right', closeButtonProps: { 'aria-label': t`Close` } } },
    Select: { defaultProps: OPTIONS },
    MultiSelect: { defaultProps: OPTIONS },
    Autocomplete: { defaultProps: OPTIONS },
    Tooltip: { defaultProps: { withArrow: true, openDelay: 300, portalProps: { target: 'main' } } },
    Anchor: { defaultProps: { underline: 'hover' } },
  },
});

/** Lighter tints than Mantine's, on which words have enough contrast under the pointer, too (WCAG 2.2, 1.4.3). */
const lightenTints: CSSVariablesResolver = ({ colors }) => ({
  variables: {},
  light: Object.fromEntries(
    Object.keys(colors).flatMap((name) => [
      [`--mantine-color-${name}-light`, `var(--mantine-color-${name}-0)`],
      [`--mantine-color-${name}-light-hover`, `var(--mantine-color-${name}-1)`],
    ]),
  ),
  dark: {},
});

startFocusReturn();
keepSessionWhileTyping();

const root = document.getElementById('root');
if (root === null) throw new Error('index.html has no element with the id «root».');

createRoot(root).render(
  <StrictMode>
    <I18nProvider i18n={i18n}>
      <MantineProvider
        theme={theme}
        cssVariablesResolver={lightenTints}
        defaultColorScheme="auto"
        colorSchemeManager={colorSchemeManager}
        getStyleNonce={() => styleNonce}
      >
        <QueryClientProvider client={queryClient}>
          <ModalsProvider>
            <Notifications position="bottom-left" autoClose={3000} />
            <SessionGate>
              <RouterProvider router={router} />
            </SessionGate>
          </ModalsProvider>
        </QueryClientProvider>
      </MantineProvider>
    </I18nProvider>
  </StrictMode>,
);
