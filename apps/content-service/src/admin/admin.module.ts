import { Module } from '@nestjs/common';
import { PageSender } from '../oauth/pages/page-sender.js';
import { AdminController } from './admin.controller.js';

/** Serves the browser administration (`apps/admin`) as it was built. Headless deployments leave it out. */
@Module({
  controllers: [AdminController],
  providers: [PageSender],
})
export class AdminModule {}
