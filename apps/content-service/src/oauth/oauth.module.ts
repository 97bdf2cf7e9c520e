import { Module } from '@nestjs/common';
import { AccessModule } from '../access/access.module.js';
import { TokenController } from './token.controller.js';
import { TokenInquiryController } from './token-inquiry.controller.js';
import { WellKnownController } from './well-known.controller.js';

/** The OAuth endpoints. Headless deployments leave it out, and their paths are unknown ones (specification, «What the service does»). */
@Module({
  imports: [AccessModule],
  controllers: [TokenController, TokenInquiryController, WellKnownController],
})
export class OAuthModule {}
