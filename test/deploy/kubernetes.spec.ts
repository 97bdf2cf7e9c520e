import { readdirSync } from 'node:fs';
import { BlockList, isIPv6 } from 'node:net';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { readRepositoryFile, ROOT } from './deploy-files.js';
import { getSelectedLabels, type Manifest, readOverlay } from './manifests.js';
import { getImageVariables, parseDeployed } from './variables.js';

const FOLDER = 'deploy/kubernetes/overlays';
const OVERLAYS = readdirSync(ROOT + FOLDER);

/** Versions and kinds that Kubernetes 1.29 and later serves. */
const SERVED = new Set([
  ...['v1 Namespace', 'v1 ServiceAccount', 'v1 Service', 'apps/v1 Deployment', 'apps/v1 StatefulSet'],
  ...['batch/v1 Job', 'policy/v1 PodDisruptionBudget', 'autoscaling/v2 HorizontalPodAutoscaler'],
  'networking.k8s.io/v1 NetworkPolicy',
]);

const ajv = new Ajv2020({ allErrors: true, allowUnionTypes: true });
ajv.addSchema(JSON.parse(readRepositoryFile('test/deploy/kubernetes.schema.json')) as object);

/** What is wrong with an object by the API of Kubernetes, with places: `/spec/replicas must be integer`. */
function findSchemaErrors(object: { readonly kind: string }): string[] {
  if (ajv.validate(`kubernetes#/$defs/${object.kind}`, object)) return [];
  return (ajv.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
}

interface AddressBlock {
  readonly cidr: string;
  readonly except: readonly string[];
}

/** Whether an address is in a block, and in none of its exceptions. */
function isInBlock(address: string, { cidr, except }: AddressBlock): boolean {
  return isInRange(address, cidr) && !except.some((range) => isInRange(address, range));
}

function isInRange(address: string, cidr: string): boolean {
  const [network = '', prefix = ''] = cidr.split('/');
  const family = isIPv6(network) ? 'ipv6' : 'ipv4';
  const list = new BlockList();
  list.addSubnet(network, Number(prefix), family);
  return isIPv6(address) === (family === 'ipv6') && list.check(address, family);
}

it('has the overlays sqlite-single and mariadb', () => {
  expect(OVERLAYS).toEqual(['mariadb', 'sqlite-single']);
});

describe('the schema of Kubernetes', () => {
  const port = { name: 'http', containerPort: 3000 };
  const pod = (member: object): object => ({
    template: { spec: { containers: [{ name: 'content-service', ports: [port], ...member }] } },
  });

  it.each([
    [
      'an unknown member',
      { ports: [{ ...port, containerport: 1 }] },
      '/ports/0 must NOT have additional properties',
    ],
    ['another type', { ports: [{ containerPort: '3000' }] }, '/ports/0/containerPort must be integer'],
    [
      'an unknown value',
      { imagePullPolicy: 'Later' },
      '/imagePullPolicy must be equal to one of the allowed values',
    ],
    [
      'a missing member',
      { ports: [{ name: 'http' }] },
      "/ports/0 must have required property 'containerPort'",
    ],
    [
      'text that is no quantity',
      { resources: { limits: { memory: '1 GB' } } },
      expect.stringMatching('/memory must match'),
    ],
  ])('refuses %s', (_, member, error: unknown) => {
    const object = { apiVersion: 'apps/v1', kind: 'Deployment', spec: { selector: {}, ...pod(member) } };

    const errors = findSchemaErrors(object);

    expect(errors.map((text) => text.replace('/spec/template/spec/containers/0', ''))).toEqual([error]);
  });
});

describe.each(OVERLAYS)('the overlay %s', (name) => {
  const { objects, variables } = readOverlay(`${FOLDER}/${name}`);
  const ofKind = (kind: string): readonly Manifest[] => objects.filter((object) => object.kind === kind);
  const templates = [...ofKind('Deployment'), ...ofKind('StatefulSet'), ...ofKind('Job')].map(
    ({ spec }) => spec.template,
  );
  const server = getFirst([...ofKind('Deployment'), ...ofKind('StatefulSet')]);
  const container = getFirst(server.spec.template.spec.containers);

  it('has variables that the service accepts', () => {
    const config = parseDeployed({ ...getImageVariables(), ...variables });

    expect(config).toMatchObject({ shutdownDelayMs: 5000, metricsPort: 9464, host: '0.0.0.0' });
    expect(config.keySecret).toBeDefined();
    expect(config.initialAdministrator.password).toBeDefined();
  });

  it('has no secret, and names those of the mounted files', () => {
    expect(ofKind('Secret')).toEqual([]);
    for (const [variable, value] of Object.entries(variables))
      if (variable.endsWith('_FILE')) expect(value).toMatch(/^\/run\/secrets\/content-service\/[a-z_]+$/);
    const secret = server.spec.template.spec.volumes.find((volume) => volume.name === 'secrets');
    expect(secret?.secret).toEqual({ secretName: 'content-service', defaultMode: 0o440 });
  });

  it('runs every pod under the standard «restricted», on a read-only root, without a token', () => {
    expect(ofKind('Namespace')[0]?.metadata.labels).toEqual({
      'pod-security.kubernetes.io/enforce': 'restricted',
    });
    for (const { spec } of templates) {
      expect(spec).toMatchObject({
        serviceAccountName: 'content-service',
        automountServiceAccountToken: false,
        securityContext: {
          runAsNonRoot: true,
          runAsUser: 65532,
          fsGroup: 65532,
          seccompProfile: { type: 'RuntimeDefault' },
        },
      });
      for (const { securityContext, resources } of spec.containers) {
        expect(securityContext).toEqual({
          allowPrivilegeEscalation: false,
          readOnlyRootFilesystem: true,
          capabilities: { drop: ['ALL'] },
        });
        expect(resources).toEqual({
          requests: { cpu: expect.any(String), memory: expect.any(String) },
          limits: { memory: '1Gi' },
        });
      }
      expect(spec).not.toHaveProperty('hostNetwork');
      expect(spec).not.toHaveProperty('hostPID');
      expect(spec.volumes.filter((volume) => 'hostPath' in volume)).toEqual([]);
    }
    expect(ofKind('ServiceAccount')[0]?.automountServiceAccountToken).toBe(false);
  });

  it('mounts the volumes of the image', () => {
    for (const { spec } of templates)
      for (const { volumeMounts } of spec.containers) {
        const paths = volumeMounts.map(({ mountPath }) => mountPath);
        expect(paths).toEqual(expect.arrayContaining(['/tmp', '/run/secrets/content-service']));
      }
    const isEmbedded = parseDeployed({ ...getImageVariables(), ...variables }).embeddedDatabase;
    expect(container.volumeMounts.some(({ mountPath }) => mountPath === '/data')).toBe(isEmbedded);
  });

  it('probes startup, liveness and readiness at the paths of the service', () => {
    expect(container).toMatchObject({
      startupProbe: {
        httpGet: { path: '/health/startup', port: 'http' },
        periodSeconds: 2,
        failureThreshold: 60,
      },
      livenessProbe: { httpGet: { path: '/health/live', port: 'http' }, periodSeconds: 10 },
      readinessProbe: {
        httpGet: { path: '/health/ready', port: 'http' },
        periodSeconds: 5,
        failureThreshold: 3,
      },
    });
  });

  it('probes readiness with a time limit above the 2 s of its checks', () => {
    expect(container.readinessProbe.timeoutSeconds).toBeGreaterThan(2);
  });

  it('has annotations and a port for the metrics of the service', () => {
    const { METRICS_PORT: port = '' } = variables;

    expect(server.spec.template.metadata.annotations).toEqual({
      'prometheus.io/scrape': 'true',
      'prometheus.io/port': port,
      'prometheus.io/path': '/metrics',
    });
    expect(container.ports).toContainEqual({ name: 'metrics', containerPort: Number(port) });
  });

  it('gives a pod more time to end than the service takes', () => {
    const { shutdownDelayMs, shutdownTimeoutMs } = parseDeployed({ ...getImageVariables(), ...variables });
    const { terminationGracePeriodSeconds } = server.spec.template.spec;

    expect(1000 * terminationGracePeriodSeconds).toBeGreaterThan(shutdownDelayMs + shutdownTimeoutMs);
  });

  it('denies all traffic but that of further policies', () => {
    expect(ofKind('NetworkPolicy').find(({ metadata }) => metadata.name === 'default-deny')?.spec).toEqual({
      podSelector: {},
      policyTypes: ['Ingress', 'Egress'],
    });
    const rules = ofKind('NetworkPolicy').flatMap(({ spec }) => [
      ...(spec.ingress ?? []),
      ...(spec.egress ?? []),
    ]);
    expect(rules.length).toBeGreaterThan(1);
    for (const rule of rules) {
      expect(rule.ports.length).toBeGreaterThan(0);
      expect([...(rule.from ?? []), ...(rule.to ?? [])].length).toBeGreaterThan(0);
    }
  });

  it('lets the service reach HTTPS at public addresses, for webhooks, purges and keys of another issuer', () => {
    const policy = ofKind('NetworkPolicy').find(({ metadata }) => metadata.name === 'allow-public-https');
    const [rule, ...others] = policy?.spec.egress ?? [];

    expect(server.spec.template.metadata.labels).toMatchObject(
      getSelectedLabels(policy?.spec.podSelector ?? { matchLabels: { none: '' } }),
    );
    expect([rule?.ports, others]).toEqual([[{ protocol: 'TCP', port: 443 }], []]);
    const blocks = (rule?.to ?? []) as readonly { readonly ipBlock: AddressBlock }[];
    const isReached = (address: string): boolean => blocks.some(({ ipBlock }) => isInBlock(address, ipBlock));
    expect(['203.0.113.7', '8.8.8.8', '2001:db8::1'].filter(isReached)).toHaveLength(3);
    const internal = ['10.1.2.3', '100.64.0.1', '127.0.0.1', '169.254.169.254', '172.31.0.1', '192.168.1.1'];
    expect([...internal, 'fd00::1', 'fe80::1'].filter(isReached)).toEqual([]);
  });

  it('lets every pod look up names', () => {
    const policy = ofKind('NetworkPolicy').find(({ metadata }) => metadata.name === 'allow-dns');

    for (const { metadata } of templates)
      expect(metadata.labels).toMatchObject(
        getSelectedLabels(policy?.spec.podSelector ?? { matchLabels: { none: '' } }),
      );
    expect(policy?.spec.egress?.[0]?.ports).toEqual([
      { protocol: 'UDP', port: 53 },
      { protocol: 'TCP', port: 53 },
    ]);
  });

  it('has objects of kinds and API versions that Kubernetes serves, each name once', () => {
    const versions = objects.map(({ apiVersion, kind }) => `${apiVersion} ${kind}`);

    expect(versions.filter((version) => !SERVED.has(version))).toEqual([]);
    const names = objects.map(({ kind, metadata }) => `${kind} ${metadata.name}`);
    expect(new Set(names).size).toBe(names.length);
  });

  it.each(objects.map((object) => [object.kind, object.metadata.name, object] as const))(
    'has a %s %s that meets the schema of Kubernetes',
    (_, __, object) => {
      expect(findSchemaErrors(object)).toEqual([]);
    },
  );

  it('selects its pods by labels that they have', () => {
    const selectors = [
      server.spec.selector,
      ...[...ofKind('Service'), ...ofKind('PodDisruptionBudget')].map(({ spec }) => spec.selector),
      ...(server.spec.template.spec.topologySpreadConstraints ?? []).map(
        ({ labelSelector }) => labelSelector,
      ),
    ].map(getSelectedLabels);

    expect(selectors.length).toBeGreaterThan(1);
    for (const selector of selectors) expect(server.spec.template.metadata.labels).toMatchObject(selector);
  });

  it('uses the image of the kustomization with a version', () => {
    const text = readRepositoryFile(`${FOLDER}/${name}/kustomization.yaml`);

    for (const { spec } of templates)
      for (const { image } of spec.containers) expect(image).toBe('content-service');
    expect(text).toMatch(/- name: content-service\n {4}newName: \S+\n {4}newTag: \d+\.\d+\.\d+\n/);
  });

  it('includes each of its files', () => {
    const files = readdirSync(`${ROOT}${FOLDER}/${name}`).filter((file) => file !== 'kustomization.yaml');
    const text = readRepositoryFile(`${FOLDER}/${name}/kustomization.yaml`);

    expect(files.filter((file) => !text.includes(`- ${file}`))).toEqual([]);
  });
});

describe('the overlay sqlite-single', () => {
  const { objects } = readOverlay(`${FOLDER}/sqlite-single`);

  it('has one process, whose database survives it', () => {
    const set = getFirst(objects.filter(({ kind }) => kind === 'StatefulSet'));

    expect(set.spec.replicas).toBe(1);
    expect(set.spec.volumeClaimTemplates?.[0]).toMatchObject({
      metadata: { name: 'data' },
      spec: { accessModes: ['ReadWriteOncePod'] },
    });
    expect(objects.filter(({ kind }) => kind === 'HorizontalPodAutoscaler')).toEqual([]);
  });

  it('lets the service reach DNS and public HTTPS alone', () => {
    const policies = objects.filter(
      ({ kind, spec }) => kind === 'NetworkPolicy' && spec.egress !== undefined,
    );

    expect(policies.map(({ metadata }) => metadata.name)).toEqual(['allow-dns', 'allow-public-https']);
  });
});

describe('the overlay mariadb', () => {
  const { objects, variables } = readOverlay(`${FOLDER}/mariadb`);
  const find = (kind: string): Manifest => getFirst(objects.filter((object) => object.kind === kind));

  it('replaces no pod before another is ready, and keeps one of them at a drain', () => {
    expect(find('Deployment').spec.strategy?.rollingUpdate).toEqual({ maxUnavailable: 0, maxSurge: 1 });
    expect(find('PodDisruptionBudget').spec.minAvailable).toBe(1);
  });

  it('has 2 to 10 pods by CPU use, spread over zones and nodes', () => {
    const { spec } = find('HorizontalPodAutoscaler');

    expect([spec.minReplicas, spec.maxReplicas]).toEqual([2, 10]);
    expect(spec.scaleTargetRef).toEqual({
      apiVersion: 'apps/v1',
      kind: 'Deployment',
      name: 'content-service',
    });
    expect(spec.metrics?.[0]?.resource.target.averageUtilization).toBe(70);
    expect(find('Deployment').spec).not.toHaveProperty('replicas');
    const spread = find('Deployment').spec.template.spec.topologySpreadConstraints;
    expect(spread?.map(({ topologyKey }) => topologyKey)).toEqual([
      ...['topology.kubernetes.io/zone', 'kubernetes.io/hostname'],
    ]);
  });

  it('migrates in a job with the variables of the service', () => {
    const container = getFirst(find('Job').spec.template.spec.containers);

    expect([container.args, container.envFrom]).toEqual([
      ['migrate'],
      find('Deployment').spec.template.spec.containers[0]?.envFrom,
    ]);
    expect(parseDeployed({ ...getImageVariables(), ...variables }).migrateOnStart).toBe(false);
  });

  it('does not select the pod of the job for requests', () => {
    const { labels } = find('Job').spec.template.metadata;

    expect(labels).not.toMatchObject(find('Service').spec.selector);
  });
});

/** @throws Error when the list is empty */
function getFirst<T>(list: readonly T[]): T {
  const [first] = list;
  if (first === undefined) throw new Error('The list is empty.');
  return first;
}
