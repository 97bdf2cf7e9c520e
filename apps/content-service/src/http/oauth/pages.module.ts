import { Module, UseFilters } from '@nestjs/common';
import { AccessModule } from '../access/access.module.js';
import { BrowserModule } from '../browser/browser.module.js';
import { AccountController } from './account.controller.js';
import { AuthorizeController } from './authorize.controller.js';
import { LoginController } from './login.controller.js';
import { createFallbackController, PAGE_METHODS } from '../protocol/allowed-methods.js';
import { PageErrorFilter } from './page-error.filter.js';
import { PageSender } from './pages/page-sender.js';
import { ReauthenticationController } from './reauthentication.controller.js';
import { StylesheetController } from './pages/stylesheet.controller.js';

/** The pages of the authorization server. Absent in headless deployments, like the OAuth endpoints. */
@Module({
  imports: [AccessModule, BrowserModule],
  // Routes match in this order.
  controllers: [
    AuthorizeController,
    LoginController,
    AccountController,
    ReauthenticationController,
    StylesheetController,
    createFallbackController({ table: PAGE_METHODS, decorators: [UseFilters(PageErrorFilter)] }),
  ],
  providers: [PageSender],
})
export class PagesModule {}
