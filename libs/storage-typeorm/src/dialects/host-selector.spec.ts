import { HostSelector, parseHosts } from './host-selector.js';

const HOSTS = ['db1', 'db2', 'db3'].map((name) => ({ name, port: 3306 }));

describe('parseHosts', () => {
  it.each([
    ['mysql://root@127.0.0.1/content', ['127.0.0.1:3306'], 'mysql://root@127.0.0.1/content'],
    [
      'mariadb://u:p%40@db1,db2:3307,db3/content?ssl=1',
      ['db1:3306', 'db2:3307', 'db3:3306'],
      'mariadb://u:p%40@db1/content?ssl=1',
    ],
    ['mariadb://db1:3308,db2', ['db1:3308', 'db2:3306'], 'mariadb://db1:3308'],
    ['mariadb://u:a,b@db1/content', ['db1:3306'], 'mariadb://u:a,b@db1/content'],
  ])('%s', (url, expected, expectedUrl) => {
    const { hosts, firstUrl } = parseHosts(url);

    expect(hosts.map(({ name, port }) => `${name}:${port}`)).toEqual(expected);
    expect(firstUrl).toBe(expectedUrl);
  });
});

describe('HostSelector', () => {
  let time = 0;
  beforeEach(() => {
    time = 0;
  });
  const create = (order: 'ordered' | 'any'): HostSelector => new HostSelector(HOSTS, order, () => time);
  const chooseAt = (hosts: HostSelector, moment: number): string => {
    time = moment;
    return hosts.choose().name;
  };

  it('ordered: leaves out a host that is down for 5 s, then twice as long, and goes back to it', () => {
    const hosts = create('ordered');

    hosts.markDown(hosts.choose());
    expect([chooseAt(hosts, 4999), chooseAt(hosts, 5000)]).toEqual(['db2', 'db1']);
    hosts.markDown(hosts.choose());
    expect([chooseAt(hosts, 14_999), chooseAt(hosts, 15_000)]).toEqual(['db2', 'db1']);
  });

  it('any: takes the hosts in turn, without those that are down', () => {
    const hosts = create('any');
    const turns = (): Set<string> => new Set(Array.from({ length: 3 }, () => hosts.choose().name));

    expect(turns()).toEqual(new Set(['db1', 'db2', 'db3']));
    const down = hosts.choose();
    hosts.markDown(down);
    expect(turns()).toEqual(new Set(['db1', 'db2', 'db3'].filter((name) => name !== down.name)));
  });

  it('marks a host down once for all connections that were opened before', () => {
    const hosts = create('ordered');
    const [one, other] = [hosts.choose(), hosts.choose()];
    hosts.markDown(one);
    hosts.markUp(one);

    hosts.markDown(other);

    expect(hosts.choose().name).toBe('db1');
    expect([hosts.isCurrent(one), hosts.isCurrent(hosts.choose())]).toEqual([false, true]);
  });

  it('ordered: gives one connection up to try the first host after its pause, and the others when it is up', () => {
    const hosts = create('ordered');
    hosts.markDown(hosts.choose());
    const second = hosts.choose();
    expect(hosts.isCurrent(second)).toBe(true);

    time = 5000;
    expect([hosts.isCurrent(second), hosts.isCurrent(second)]).toEqual([false, true]);
    const first = hosts.choose();
    expect([first.name, hosts.choose().name]).toEqual(['db1', 'db2']);
    hosts.markUp(first);

    expect([hosts.isCurrent(second), hosts.isCurrent(first)]).toEqual([false, true]);
  });

  it('goes back to the host that failed first when all are down', () => {
    const hosts = create('ordered');
    for (time = 1; time <= 3; time += 1) hosts.markDown(hosts.choose());

    expect(chooseAt(hosts, 10)).toBe('db1');
  });
});
