import { i18n } from '#i18n';
import { t } from '@lingui/core/macro';
import { Switch } from '@mantine/core';
import type { ReactNode } from 'react';
import { findFieldError } from '../http/field-errors.js';
import { BOUNDS } from '../management-api/bounds.js';
import type { OAuthSettings } from '../management-api/resources.js';
import { NumberSetting, SettingsForm } from './settings-form.js';

const DAY = 86_400;

const { refreshFamilyMaximumSeconds: family, refreshReuseGraceSeconds: grace } =
  BOUNDS['OAuthSettings.change'];
const DAYS = { minimum: family.minimum / DAY, maximum: family.maximum / DAY };

export function OAuthSettingsForm(): ReactNode {
  return (
    <SettingsForm<OAuthSettings>
      name="oauth"
      title={t`OAuth`}
      description={t`How long users stay signed in to clients, and how authorization codes are protected.`}
    >
      {({ values, set }, failure) => (
        <>
          <NumberSetting
            label={t`Days until people must sign in again`}
            description={
              values.refreshFamilyMaximumSeconds === 0
                ? t`0: no limit, as long as the client is used at least every 14 days.`
                : t`After this time a client cannot renew its access any more. 0: no limit.`
            }
            bounds={DAYS}
            value={values.refreshFamilyMaximumSeconds / DAY}
            error={
              findFieldError(failure, '/refreshFamilyMaximumSeconds', t`The time`) &&
              t`Days must be from ${DAYS.minimum} to ${i18n.number(DAYS.maximum)}.`
            }
            onChange={(days) => {
              set('refreshFamilyMaximumSeconds', days * DAY);
            }}
          />
          <NumberSetting
            label={t`Grace time of a used refresh token, in seconds`}
            description={t`A refresh token works once; a second use counts as theft and ends the access. During the grace time a client that lost the answer may repeat its request.`}
            bounds={grace}
            value={values.refreshReuseGraceSeconds}
            error={findFieldError(failure, '/refreshReuseGraceSeconds', t`Grace time`)}
            onChange={(seconds) => {
              set('refreshReuseGraceSeconds', seconds);
            }}
          />
          <Switch
            label={t`Require PKCE of every client`}
            description={t`Public clients always use PKCE. When this is on, clients with a secret must use it too.`}
            checked={values.requirePkce}
            error={findFieldError(failure, '/requirePkce', t`Require PKCE`)}
            onChange={({ currentTarget }) => {
              set('requirePkce', currentTarget.checked);
            }}
          />
          <Switch
            label={t`Any port in redirects to localhost`}
            description={t`Programs without a secret get a port when they sign in. Redirects to http://127.0.0.1 and http://[::1] may always have another port than the registered one; with this, redirects to http://localhost may, too.`}
            checked={values.localhostAnyPort}
            error={findFieldError(failure, '/localhostAnyPort', t`Any port in redirects to localhost`)}
            onChange={({ currentTarget }) => {
              set('localhostAnyPort', currentTarget.checked);
            }}
          />
        </>
      )}
    </SettingsForm>
  );
}
