import {
  type ArgumentsHost,
  Catch,
  Controller,
  type ExceptionFilter,
  Get,
  Header,
  type HttpException,
  ServiceUnavailableException,
  UseFilters,
} from '@nestjs/common';
import { HealthCheckService, HealthIndicatorService, type HealthCheckResult } from '@nestjs/terminus';
import type { Response } from 'express';
import { Readiness, type ReadinessChecks } from '../../platform/health/readiness.js';

/** Keeps Terminus's response body instead of an error document. */
@Catch(ServiceUnavailableException)
class HealthFilter implements ExceptionFilter {
  catch(exception: HttpException, host: ArgumentsHost): void {
    host.switchToHttp().getResponse<Response>().status(503).json(exception.getResponse());
  }
}

/** Probes of orchestrators and proxies. They need no token and name failing checks without their cause. */
@Controller('health')
@UseFilters(HealthFilter)
export class HealthController {
  constructor(
    private readonly health: HealthCheckService,
    private readonly indicators: HealthIndicatorService,
    private readonly readiness: Readiness,
  ) {}

  /** Startup: the other probes count only after this has succeeded. */
  @Get('startup')
  @Header('Cache-Control', 'no-store')
  async startup(): Promise<HealthCheckResult> {
    return this.report(await this.readiness.checkStarted());
  }

  /** Liveness: restart the process when this fails. It asks nothing of the database, whose outage no restart ends. */
  @Get('live')
  @Header('Cache-Control', 'no-store')
  live(): Promise<HealthCheckResult> {
    return this.health.check([]);
  }

  /** Readiness: route requests elsewhere while this fails. */
  @Get('ready')
  @Header('Cache-Control', 'no-store')
  async ready(): Promise<HealthCheckResult> {
    return this.report(await this.readiness.check());
  }

  private report(checks: ReadinessChecks): Promise<HealthCheckResult> {
    const { replicas } = this.readiness;
    return this.health.check([
      ...Object.entries(checks).map(([name, isUp]) => () => {
        const indicator = this.indicators.check(name);
        return isUp ? indicator.up() : indicator.down();
      }),
      ...(replicas === undefined ? [] : [() => this.indicators.check('replicas').up(replicas)]),
    ]);
  }
}
