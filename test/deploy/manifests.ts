import { join } from 'node:path';
import { parseAllDocuments } from 'yaml';
import { readRepositoryFile } from './deploy-files.js';

type Labels = Readonly<Record<string, string>>;

interface LabelSelector {
  readonly matchLabels: Labels;
}

interface Container {
  readonly image: string;
  readonly args: readonly string[];
  readonly envFrom: unknown;
  readonly ports: unknown;
  readonly resources: unknown;
  readonly securityContext: unknown;
  readonly readinessProbe: { readonly timeoutSeconds: number };
  readonly volumeMounts: readonly { readonly mountPath: string }[];
}

interface PodTemplate {
  readonly metadata: { readonly labels: Labels; readonly annotations: Labels };
  readonly spec: {
    readonly containers: readonly Container[];
    readonly volumes: readonly { readonly name: string; readonly secret?: unknown }[];
    readonly terminationGracePeriodSeconds: number;
    readonly topologySpreadConstraints?: readonly {
      readonly topologyKey: string;
      readonly labelSelector: LabelSelector;
    }[];
  };
}

interface TrafficRule {
  readonly ports: readonly unknown[];
  readonly from?: readonly unknown[];
  readonly to?: readonly unknown[];
}

/** The members of Kubernetes objects that tests look at; each kind has some of them. */
export interface Manifest {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: { readonly name: string; readonly labels?: Labels };
  readonly automountServiceAccountToken?: boolean;
  readonly spec: {
    readonly template: PodTemplate;
    readonly selector: LabelSelector | Labels;
    readonly replicas?: number;
    readonly strategy?: { readonly rollingUpdate: unknown };
    readonly volumeClaimTemplates?: readonly unknown[];
    readonly minAvailable?: number;
    readonly minReplicas?: number;
    readonly maxReplicas?: number;
    readonly scaleTargetRef?: unknown;
    readonly metrics?: readonly {
      readonly resource: { readonly target: { readonly averageUtilization: number } };
    }[];
    readonly ingress?: readonly TrafficRule[];
    readonly egress?: readonly TrafficRule[];
    readonly podSelector?: LabelSelector;
  };
}

/** The part of a kustomization that the manifests of this repository use. */
interface Kustomization {
  readonly namespace?: string;
  readonly resources: readonly string[];
  readonly configMapGenerator?: readonly {
    readonly name: string;
    readonly behavior?: 'merge';
    readonly envs?: readonly string[];
    readonly literals?: readonly string[];
  }[];
}

export interface Overlay {
  readonly objects: readonly Manifest[];
  /** The variables of the generated ConfigMap. */
  readonly variables: Readonly<Record<string, string>>;
}

/**
 * Reads the objects of a kustomization and of those that it includes. Members of a kustomization that are not known here
 * change no object that tests look at (`images`, `labels`).
 *
 * @throws Error for a member that would change objects
 */
export function readOverlay(folder: string): Overlay {
  const [kustomization] = readDocuments(join(folder, 'kustomization.yaml')) as [Kustomization];
  const known = ['apiVersion', 'kind', 'namespace', 'labels', 'resources', 'configMapGenerator', 'images'];
  const unknown = Object.keys(kustomization).filter((member) => !known.includes(member));
  if (unknown.length > 0) throw new Error(`${folder}: ${unknown.join(', ')} is not read by this test.`);
  const { resources, configMapGenerator = [] } = kustomization;
  const parts = resources.map((path) =>
    path.endsWith('.yaml')
      ? { objects: readDocuments(join(folder, path)) as readonly Manifest[], variables: {} }
      : readOverlay(join(folder, path)),
  );
  const generated = configMapGenerator.flatMap(({ envs = [], literals = [] }) => [
    ...envs.flatMap((path) => readRepositoryFile(join(folder, path)).split('\n')),
    ...literals,
  ]);
  return {
    objects: parts.flatMap(({ objects }) => objects),
    variables: {
      ...Object.assign({}, ...parts.map(({ variables }) => variables)),
      ...parseVariables(generated),
    },
  };
}

/** All documents of a file, as Kubernetes reads them (YAML 1.1: `0440` is octal). */
function readDocuments(path: string): readonly unknown[] {
  return parseAllDocuments(readRepositoryFile(path), { version: '1.1' }).map((document) => {
    if (document.errors.length > 0) throw new Error(`${path}: ${String(document.errors[0])}`);
    return document.toJS() as unknown;
  });
}

/** `NAME=value` lines; comments and empty lines are skipped. */
function parseVariables(lines: readonly string[]): Readonly<Record<string, string>> {
  return Object.fromEntries(
    lines
      .filter((line) => line !== '' && !line.startsWith('#'))
      .map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
  );
}

/** The labels that a selector asks for; that of a Service is only labels. */
export function getSelectedLabels(selector: LabelSelector | Labels): Labels {
  const { matchLabels } = selector;
  return typeof matchLabels === 'object' ? matchLabels : (selector as Labels);
}
