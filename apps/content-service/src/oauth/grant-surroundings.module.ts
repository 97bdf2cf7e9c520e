import { Global, Module } from '@nestjs/common';
import { Accounts, AccountsModule } from '@content-service/accounts';
import { RefreshPolicy, UserScopes } from '@content-service/oauth-grants';
import { SiteSettingsModule, SiteSettingsService } from '@content-service/site-settings';

/** What the authorization server asks of the rest: users are the accounts', limits of refresh tokens the site settings'. */
@Global()
@Module({
  imports: [AccountsModule, SiteSettingsModule],
  providers: [
    { provide: UserScopes, useExisting: Accounts },
    { provide: RefreshPolicy, useExisting: SiteSettingsService },
  ],
  exports: [UserScopes, RefreshPolicy],
})
export class GrantSurroundingsModule {}
