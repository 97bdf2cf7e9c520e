import { Global, Module } from '@nestjs/common';
import { AccountService, AccountsModule } from '@content-service/accounts';
import { ClientUsers } from '@content-service/oauth-clients';
import { AuthorizationPolicy, RefreshPolicy, UserScopes } from '@content-service/oauth-grants';
import { SiteSettingsModule, SiteSettingsService } from '@content-service/site-settings';

/**
 * Adapters of the ports of the authorization server: users by the accounts library, limits of refresh tokens and the
 * PKCE requirement by the site settings.
 */
@Global()
@Module({
  imports: [AccountsModule, SiteSettingsModule],
  providers: [
    { provide: UserScopes, useExisting: AccountService },
    { provide: ClientUsers, useExisting: AccountService },
    { provide: RefreshPolicy, useExisting: SiteSettingsService },
    { provide: AuthorizationPolicy, useExisting: SiteSettingsService },
  ],
  exports: [UserScopes, ClientUsers, RefreshPolicy, AuthorizationPolicy],
})
export class GrantPortsModule {}
