import { hostname } from 'node:os';
import { Logger, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import {
  ConsumerRunner,
  type ConsumerRunnerOptions,
  type ConsumerTask,
  type EventConsumerStore,
  type EventSequencer,
} from '@content-service/events';
import type { BackgroundWork } from '../lifecycle/background-work.js';
import type { Config } from '../../platform/config/config.js';
import { Failure } from '../../platform/log/outage-log.js';

/** The name of this process, for administrators. */
export const PROCESS_NAME = `${hostname()}:${process.pid}`;

/** A consumer of the event log, as a part of the service configures it. */
export interface ConsumerDefinition {
  readonly name: string;
  /** The context of its log lines. */
  readonly logContext: string;
  /** The beginning of the log line of an error, such as «Events could not be published». */
  readonly failure: string;
  readonly options?: Pick<ConsumerRunnerOptions, 'getRetryDelayMs' | 'wakeDelayMs'>;
  /** Begins its work in a service. @returns `undefined` when it is not configured */
  readonly open: () => OpenConsumer | undefined | Promise<OpenConsumer | undefined>;
}

/** A consumer whose work has begun. */
export interface OpenConsumer {
  readonly task: ConsumerTask;
  /** Ends its work, after the last call of the task. */
  readonly close: () => Promise<void>;
}

/** What the lifecycles of all consumers need. */
export class ConsumerHost {
  constructor(
    readonly sequencer: EventSequencer,
    readonly consumers: EventConsumerStore,
    private readonly background: BackgroundWork,
    private readonly config: Config,
  ) {}

  /** Whether this process acts for consumers: it does background work, and events are recorded. */
  get isActive(): boolean {
    return this.config.events.enabled && this.background.isEnabled;
  }

  get pollMs(): number | undefined {
    return this.config.events.pollMs;
  }
}

/** Runs a consumer of the event log from the start of a service to its end. */
export class ConsumerLifecycle implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly logger: Logger;
  private running: { readonly runner: ConsumerRunner; readonly consumer: OpenConsumer } | undefined;

  constructor(
    private readonly host: ConsumerHost,
    private readonly definition: ConsumerDefinition,
  ) {
    this.logger = new Logger(definition.logContext);
  }

  async onApplicationBootstrap(): Promise<void> {
    const { host, definition } = this;
    if (!host.isActive) return;
    const consumer = await definition.open();
    if (consumer === undefined) return;
    const runner = new ConsumerRunner(host.consumers, definition.name, consumer.task, {
      ...definition.options,
      ...{ holder: PROCESS_NAME, pollMs: host.pollMs },
      onError: (error) => {
        this.logger.warn(new Failure(definition.failure, error));
      },
    });
    host.sequencer.onSequenced(() => {
      runner.wake();
    });
    runner.start();
    this.running = { runner, consumer };
  }

  async onModuleDestroy(): Promise<void> {
    const { running } = this;
    await running?.runner.stop();
    await running?.consumer.close();
  }
}
