import { createServer, type ServerOptions } from 'node:http';
import { ExpressAdapter } from '@nestjs/platform-express';

const OPTIONS: ServerOptions = {
  // Room for the longest URL that is read (64 KiB) and for headers. Node's own 16 KiB would end the connection over a
  // filter of a hundred conditions, percent-encoded, before anybody could say what is wrong with it.
  maxHeaderSize: 128 * 1024,
  // Longer than the 60 s of usual proxies, so that it is they who close a connection: the other way round requests get
  // lost.
  keepAliveTimeout: 65_000,
};

/** Nest's adapter offers options for HTTPS servers only. */
export class HttpAdapter extends ExpressAdapter {
  override initHttpServer(): void {
    this.setHttpServer(createServer(OPTIONS, this.getInstance()));
  }

  /** Ends the connections that are idle, and each of the others with its answer: kept alive, it would keep the server. */
  override close(): ReturnType<ExpressAdapter['close']> {
    this.getHttpServer().keepAliveTimeout = 1;
    return super.close();
  }
}
