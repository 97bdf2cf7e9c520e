import { once } from 'node:events';
import { Agent, type IncomingMessage, request } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';

/** Longest pause in milliseconds of a client between two requests. */
const PAUSE_MS = 50;

/** Clients that send requests one after the other, each on one connection as long as the server leaves it open. */
export class KeepAliveClients {
  /** Codes of the errors of requests whose connection was reset or closed instead of a response. */
  readonly lost: string[] = [];
  /** Number of responses. */
  answered = 0;
  private isStopped = false;
  private readonly clients: Promise<unknown>;

  /**
   * @param getUrl address of the next GET and POST; a server that refuses connections is asked again
   * @param onResponse checks the status of each response
   */
  constructor(
    count: number,
    private readonly getUrl: () => string,
    private readonly onResponse: (status: number) => void = () => undefined,
  ) {
    this.clients = Promise.all(Array.from({ length: count }, (_, index) => this.repeat(index)));
  }

  /** @returns the codes of the errors */
  async stop(): Promise<readonly string[]> {
    this.isStopped = true;
    await this.clients;
    return this.lost;
  }

  private async repeat(index: number): Promise<void> {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    for (let sent = index; !this.isStopped; sent++) {
      await this.send(agent, sent % 2 === 0 ? 'GET' : 'POST');
      await wait((sent * 7) % PAUSE_MS);
    }
    agent.destroy();
  }

  private async send(agent: Agent, method: string): Promise<void> {
    const sent = request(this.getUrl(), { agent, method });
    try {
      sent.end(method === 'POST' ? 'a=b' : undefined);
      const [response] = (await once(sent, 'response')) as [IncomingMessage];
      response.resume();
      await once(response, 'end');
      this.answered += 1;
      this.onResponse(response.statusCode ?? 0);
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      // The kernel refuses connections when nobody listens any more, and resets those that were not accepted until then.
      const isRefused = code === 'ECONNREFUSED' || (code === 'ECONNRESET' && !sent.reusedSocket);
      if (!isRefused) this.lost.push(code ?? String(error));
    }
  }
}
