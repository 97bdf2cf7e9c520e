import { Module, UseFilters } from '@nestjs/common';
import { AccessModule } from '../access/access.module.js';
import { createFallbackController, OAUTH_METHODS, WELL_KNOWN_METHODS } from '../protocol/allowed-methods.js';
import { OAuthErrorFilter } from './error.filter.js';
import { TokenRateLimit } from '../access/token-rate-limit.js';
import { TokenController } from './token.controller.js';
import { TokenLookupController } from './token-lookup.controller.js';
import { WellKnownController } from './well-known.controller.js';

/**
 * The OAuth endpoints. Absent in headless deployments, where their paths are 404 (specification, «What the service
 * does»).
 */
@Module({
  imports: [AccessModule],
  // Routes match in this order.
  controllers: [
    TokenController,
    TokenLookupController,
    WellKnownController,
    createFallbackController({ table: OAUTH_METHODS, decorators: [UseFilters(OAuthErrorFilter)] }),
    createFallbackController({ table: WELL_KNOWN_METHODS }),
  ],
  providers: [TokenRateLimit],
})
export class OAuthModule {}
