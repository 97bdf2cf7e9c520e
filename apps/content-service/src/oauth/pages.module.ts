import { Module } from '@nestjs/common';
import { AccessModule } from '../access/access.module.js';
import { BrowserModule } from '../browser/browser.module.js';
import { AuthorizeController } from './authorize.controller.js';
import { LoginController } from './login.controller.js';
import { PageSender } from './pages/page-sender.js';
import { StylesheetController } from './pages/stylesheet.controller.js';

/** What people see of the authorization server. Headless deployments leave it out, like the endpoints of clients. */
@Module({
  imports: [AccessModule, BrowserModule],
  controllers: [AuthorizeController, LoginController, StylesheetController],
  providers: [PageSender],
})
export class PagesModule {}
