import type { ReactNode } from 'react';
import { Screen } from '../frame/screen.js';
import { CorsSettingsForm } from './cors-settings-form.js';
import { JsonApiSettingsForm } from './json-api-settings-form.js';
import { OAuthSettingsForm } from './oauth-settings-form.js';

export function SettingsScreen(): ReactNode {
  return (
    <Screen
      title="Settings"
      description="They hold for the whole site, from the moment they are saved."
      width="narrow"
    >
      <JsonApiSettingsForm />
      <CorsSettingsForm />
      <OAuthSettingsForm />
    </Screen>
  );
}
