import {
  Controller,
  Get,
  Header,
  type HttpException,
  ServiceUnavailableException,
  UseFilters,
} from '@nestjs/common';
import { type ArgumentsHost, Catch, type ExceptionFilter } from '@nestjs/common';
import {
  HealthCheckService,
  HealthIndicatorService,
  type HealthCheckResult,
  type HealthIndicatorResult,
} from '@nestjs/terminus';
import type { Response } from 'express';
import { Storage } from '@content-service/storage';

/** How long a database may take to answer before it counts as down. */
const PING_LIMIT_MS = 2000;

/** Nest's own words for "not healthy", without the words of the JSON:API filter. */
@Catch(ServiceUnavailableException)
class HealthFilter implements ExceptionFilter {
  catch(exception: HttpException, host: ArgumentsHost): void {
    host.switchToHttp().getResponse<Response>().status(503).json(exception.getResponse());
  }
}

/** For whoever restarts and routes: needs no token, and names what is down but not why. */
@Controller('health')
@UseFilters(HealthFilter)
export class HealthController {
  constructor(
    private readonly health: HealthCheckService,
    private readonly indicators: HealthIndicatorService,
    private readonly storage: Storage,
  ) {}

  /** Whether the process answers at all; if not, restart it. */
  @Get('live')
  @Header('Cache-Control', 'no-store')
  live(): Promise<HealthCheckResult> {
    return this.health.check([]);
  }

  /** Whether requests can be served; if not, send them elsewhere. */
  @Get('ready')
  @Header('Cache-Control', 'no-store')
  ready(): Promise<HealthCheckResult> {
    return this.health.check([
      () => this.check('storage', () => this.storage.ping().then(() => true)),
      () => this.check('schema', () => this.storage.isMigrated()),
    ]);
  }

  private async check(name: string, isUp: () => Promise<boolean>): Promise<HealthIndicatorResult> {
    const indicator = this.indicators.check(name);
    const up = await Promise.race([isUp().catch(() => false), falseAfter(PING_LIMIT_MS)]);
    return up ? indicator.up() : indicator.down();
  }
}

function falseAfter(milliseconds: number): Promise<false> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds, false).unref());
}
