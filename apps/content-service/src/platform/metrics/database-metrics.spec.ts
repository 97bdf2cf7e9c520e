import { createDatabaseObserver } from './database-metrics.js';
import { Metrics } from './metrics.js';

const FAULTS = [
  'conflict',
  'lost',
  'unreachable',
  'duplicate',
  'outdated',
  'timeout',
  'busy',
  'full',
  'other',
];

describe('createDatabaseObserver', () => {
  it('has at most 610 series of statements, whatever statements failed by whatever faults', async () => {
    const metrics = new Metrics();
    const observer = createDatabaseObserver(metrics, 'mariadb://host/content');

    for (let n = 0; n < 100; n++)
      for (const fault of [undefined, ...FAULTS]) observer.onStatement(`SELECT table_${n}`, 0.001, fault);

    observer.onStatement('SELECT entry', 0.001, undefined);

    const lines = await read(metrics, 'db_client_operation_duration_seconds');
    expect(lines.length).toBeLessThanOrEqual(610);
    const counts = lines.filter((line) => line.includes('_count{'));
    expect(sum(counts)).toBe(1001);
    expect(counts).toContainEqual(expect.stringContaining('db_query_summary="SELECT entry",error_type=""'));
    expect(sum(counts.filter((line) => line.includes('error_type="full"')))).toBe(100);
  });

  it('measures waits for a connection and refusals by pool, and reads the connections when the metrics are read', async () => {
    const metrics = new Metrics();
    const observer = createDatabaseObserver(metrics, 'mariadb://host/content');
    let used = 1;
    observer.onPool?.('requests', () => ({ used, idle: 2, pending: 3, maximum: 10 }));
    observer.onWait?.('requests', 0.05, 'acquired');
    observer.onWait?.('requests', 2, 'refused');
    used = 4;

    const pool = 'db_client_connection_pool_name="requests"';
    expect(await read(metrics, 'db_client_connection')).toEqual(
      expect.arrayContaining([
        `db_client_connection_count{${pool},db_client_connection_state="used"} 4`,
        `db_client_connection_count{${pool},db_client_connection_state="idle"} 2`,
        `db_client_connection_max{${pool}} 10`,
        `db_client_connection_pending_requests{${pool}} 3`,
        `db_client_connection_timeouts_total{${pool}} 1`,
        `db_client_connection_wait_time_seconds_count{${pool}} 1`,
      ]),
    );
  });

  it('has the state of each host', async () => {
    const metrics = new Metrics();
    createDatabaseObserver(metrics, 'mariadb://a,b/content').onHosts?.(() => [true, false]);

    expect(await read(metrics, 'content_service_database_host_up')).toEqual([
      'content_service_database_host_up{host="0"} 1',
      'content_service_database_host_up{host="1"} 0',
    ]);
  });
});

async function read({ registry }: Metrics, name: string): Promise<string[]> {
  return (await registry.metrics()).split('\n').filter((line) => line.startsWith(name));
}

function sum(lines: readonly string[]): number {
  return lines.reduce((total, line) => total + Number(line.split(' ').at(-1)), 0);
}
