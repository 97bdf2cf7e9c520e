import { t } from '@lingui/core/macro';
import type { ReactNode } from 'react';
import { Screen } from '../layout/screen.js';
import { AppearanceSettingsForm } from './appearance-settings-form.js';
import { ContentSettingsForm } from './content-settings-form.js';
import { CorsSettingsForm } from './cors-settings-form.js';
import { JsonApiSettingsForm } from './json-api-settings-form.js';
import { OAuthSettingsForm } from './oauth-settings-form.js';
import { RateLimitSettingsForm } from './rate-limit-settings-form.js';

export function SettingsScreen(): ReactNode {
  return (
    <Screen
      title={t`Settings`}
      description={t`They apply to the whole site as soon as they are saved.`}
      width="narrow"
    >
      <JsonApiSettingsForm />
      <ContentSettingsForm />
      <AppearanceSettingsForm />
      <CorsSettingsForm />
      <OAuthSettingsForm />
      <RateLimitSettingsForm />
    </Screen>
  );
}
