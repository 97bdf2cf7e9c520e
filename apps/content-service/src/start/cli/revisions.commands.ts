import { Command, InvalidArgumentError } from 'commander';
import type { INestApplicationContext } from '@nestjs/common';
import { ContentModelService } from '@content-service/bundles';
import {
  type Entry,
  EntryEditor,
  EntryRevisionStore,
  EntryStore,
  getEntryLabel,
  RevisionNotFound,
  toStateDraft,
  Trash,
  TypeNotFound,
  withoutGoneTargets,
  type WriteContext,
} from '@content-service/entries';
import { isUuid, type Uuid } from '@content-service/kernel';
import { OPERATOR_CONTEXT } from '@content-service/scopes';
import { WriteContextFactory } from '../../http/jsonapi/write-context.factory.js';
import {
  type ListedRevision,
  RevisionSerializer,
} from '../../http/management/history/revision.serializer.js';
import { command, toWholeNumber, withAppContext } from './command.js';
import type { Terminal } from './terminal.js';

const LISTED = 50;
const toLimit = toWholeNumber('number of revisions', 1, 1000);
const toNumber = toWholeNumber('number of a revision', 1);

export function revisionsCommand(terminal: Terminal): Command {
  return new Command('revisions')
    .description('the history of an entry')
    .addCommand(listCommand(terminal))
    .addCommand(showCommand(terminal))
    .addCommand(restoreCommand(terminal));
}

function listCommand(terminal: Terminal): Command {
  return command('list', 'list the changes of an entry, newest first')
    .argument('<entry>', 'the id of the entry', toEntryId)
    .option('--limit <number>', 'how many', toLimit, LISTED)
    .action(
      withAppContext(terminal, async (services, entry: Uuid, { limit }: { readonly limit: number }) => {
        const { revisions } = await services
          .get(EntryRevisionStore, { strict: false })
          .page(entry, { limit });
        const listed = await services.get(RevisionSerializer, { strict: false }).serializeAll(revisions);
        const text =
          listed.length === 0 ? 'The entry has no revisions.' : listed.map(formatRevision).join('\n');
        return { text, json: listed };
      }),
    );
}

function showCommand(terminal: Terminal): Command {
  return command('show', 'show the state of an entry that a change replaced')
    .argument('<entry>', 'the id of the entry', toEntryId)
    .argument('<number>', 'the number of the change', toNumber)
    .action(
      withAppContext(terminal, async (services, id: Uuid, number: number) => {
        const { type, version, published, attributes, relationships } = await readState(services, id, number);
        const json = { type, id, version, published, attributes, relationships };
        return { text: JSON.stringify(json, null, 2), json };
      }),
    );
}

function restoreCommand(terminal: Terminal): Command {
  return command('restore', 'bring a deleted entry back, or the values that a change replaced')
    .argument('<entry>', 'the id of the entry', toEntryId)
    .argument('[number]', 'the number of the change; without it the entry is created again', toNumber)
    .action(
      withAppContext(terminal, async (services, id: Uuid, number: number | undefined) => {
        const entry = await (number === undefined
          ? restoreDeleted(services, id)
          : restoreState(services, id, number));
        const { type, published, version } = entry;
        const label = getEntryLabel(entry, services.get(ContentModelService, { strict: false }).current());
        const text = `${type} ${id} is restored as its version ${version}: ${label ?? 'without a label'}.`;
        return { text, json: { type, id, label, published, version } };
      }),
    );
}

/** Creates a deleted entry again, with the references to it that its deletion has ended. */
async function restoreDeleted(services: INestApplicationContext, id: Uuid): Promise<Entry> {
  const trash = services.get(Trash, { strict: false });
  return (await trash.restore(id, createContext(services), true)).entry;
}

/** Writes the values of an earlier state by an ordinary update: today's rules check them, and the change has a revision itself. */
async function restoreState(services: INestApplicationContext, id: Uuid, number: number): Promise<Entry> {
  const state = await readState(services, id, number);
  const editor = services.get(EntryEditor, { strict: false });
  const present = await editor.get(state.type, id);
  const type = services.get(ContentModelService, { strict: false }).current().find(state.type);
  if (type === undefined) throw new TypeNotFound(state.type);
  return editor.update(state.type, id, toStateDraft(state, present, type), createContext(services), {
    expectedVersions: [present],
  });
}

/** @throws RevisionNotFound, TypeNotFound */
async function readState(services: INestApplicationContext, id: Uuid, number: number): Promise<Entry> {
  const revision = await services.get(EntryRevisionStore, { strict: false }).find(id, number);
  if (revision === undefined) throw new RevisionNotFound(id, number);
  const model = services.get(ContentModelService, { strict: false }).current();
  if (model.find(revision.type) === undefined) throw new TypeNotFound(revision.type);
  return withoutGoneTargets(revision.entry, services.get(EntryStore, { strict: false }));
}

function createContext(services: INestApplicationContext): WriteContext {
  return services.get(WriteContextFactory, { strict: false }).createFor(OPERATOR_CONTEXT);
}

function toEntryId(text: string): Uuid {
  if (isUuid(text)) return text;
  throw new InvalidArgumentError('Must be the id of an entry, a UUID in lower case.');
}

function formatRevision({ number, at, by, track, changed, note }: ListedRevision): string {
  const actor = by === null ? 'the service' : (by.name ?? by.kind);
  const change = track === 'deleted' ? 'deleted it' : `changed ${changed.join(', ')}`;
  return `${number} ${at}: ${actor} ${change}${note === null ? '' : ` (${note})`}`;
}
