import type { ReactNode } from 'react';
import { faultAt } from '../http/faults.js';
import type { OAuthSettings } from '../manage/shapes.js';
import { NumberSetting } from './number-setting.js';
import { SettingsForm } from './settings-form.js';

const DAY = 86_400;

export function OAuthSettingsForm(): ReactNode {
  return (
    <SettingsForm<OAuthSettings>
      name="oauth"
      title="OAuth"
      description="How long people stay signed in to clients without being asked again."
    >
      {({ values, set }, failure) => (
        <>
          <NumberSetting
            label="Days until people must sign in again"
            description={
              values.refreshFamilyMaximumSeconds === 0
                ? '0: as long as the client is used at least every 14 days.'
                : 'After so many days a client cannot renew its access any more, however often it is used.'
            }
            value={values.refreshFamilyMaximumSeconds / DAY}
            error={faultAt(failure, '/refreshFamilyMaximumSeconds')}
            onChange={(days) => {
              set('refreshFamilyMaximumSeconds', days * DAY);
            }}
          />
          <NumberSetting
            label="Grace time of a used refresh token, in seconds"
            description="A refresh token works once. With a grace time (up to 60) a client whose answer was lost may repeat its request; otherwise a repetition counts as theft, and ends the access."
            value={values.refreshReuseGraceSeconds}
            error={faultAt(failure, '/refreshReuseGraceSeconds')}
            onChange={(seconds) => {
              set('refreshReuseGraceSeconds', seconds);
            }}
          />
        </>
      )}
    </SettingsForm>
  );
}
