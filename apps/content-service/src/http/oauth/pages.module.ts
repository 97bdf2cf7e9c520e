import { Module, UseFilters } from '@nestjs/common';
import { SiteSettingsModule } from '@content-service/site-settings';
import { AccessModule } from '../access/access.module.js';
import { BrowserModule } from '../browser/browser.module.js';
import { SiteAppearance } from '../browser/site-appearance.js';
import { AccountController } from './account.controller.js';
import { AuthorizeController } from './authorize.controller.js';
import { LoginController } from './login.controller.js';
import { createFallbackController, PAGE_METHODS } from '../protocol/allowed-methods.js';
import { PageErrorFilter } from './page-error.filter.js';
import { PageSender } from './pages/page-sender.js';
import { PasswordLinkPageController } from './password-link.controller.js';
import { ReauthenticationController } from './reauthentication.controller.js';
import { SitePicturesController } from './pages/site-pictures.controller.js';
import { StylesheetController } from './pages/stylesheet.controller.js';

/** The pages of the authorization server. Absent in headless deployments, like the OAuth endpoints. */
@Module({
  imports: [AccessModule, BrowserModule, SiteSettingsModule],
  // Routes match in this order.
  controllers: [
    AuthorizeController,
    LoginController,
    AccountController,
    PasswordLinkPageController,
    ReauthenticationController,
    StylesheetController,
    SitePicturesController,
    createFallbackController({ table: PAGE_METHODS, decorators: [UseFilters(PageErrorFilter)] }),
  ],
  providers: [PageSender, SiteAppearance],
})
export class PagesModule {}
