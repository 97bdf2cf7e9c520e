import { Controller, Delete, Param, Put, Res } from '@nestjs/common';
import type { Response } from 'express';
import type { AuditActor } from '@content-service/audit';
import { type Attendant, EntryPresence } from '@content-service/entries';
import { formatDateTime } from '@content-service/kernel';
import type { Principal } from '@content-service/scopes';
import { ActorNames } from '../../../platform/audit/audit-event.serializer.js';
import { CurrentPrincipal } from '../../access/access-guards.js';
import { sendJson, sendNoContent } from '../../protocol/send.js';
import { ContentManagementApi } from '../protocol/management-guards.js';
import { getActorId } from '../protocol/request.decorators.js';

/**
 * Who has an entry open. It is no content: a site that is read-only takes it, and neither the audit log nor the event log has it.
 */
@Controller('manage/entry-presence')
@ContentManagementApi()
export class EntryPresenceController {
  constructor(
    private readonly presence: EntryPresence,
    private readonly names: ActorNames,
  ) {}

  /** Keeps that the user, or the client, of the token has the entry open. Answers with the others. */
  @Put(':entry')
  async enter(
    @Param('entry') entryId: string,
    @CurrentPrincipal() principal: Principal,
    @Res() response: Response,
  ): Promise<void> {
    const others = await this.presence.enter(entryId, toAttendant(principal));
    const findName = await this.names.findDisplayNames(others.map(toActor));
    const items = others.flatMap((one) => {
      // One that was deleted meanwhile has no name.
      const name = findName(toActor(one));
      return name === undefined ? [] : [{ name, seenAt: formatDateTime(one.seenAt) }];
    });
    sendJson(response, { items });
  }

  @Delete(':entry')
  async leave(
    @Param('entry') entryId: string,
    @CurrentPrincipal() principal: Principal,
    @Res() response: Response,
  ): Promise<void> {
    await this.presence.leave(entryId, toAttendant(principal));
    sendNoContent(response);
  }
}

function toAttendant(principal: Principal): Attendant {
  return { kind: principal.kind === 'user' ? 'user' : 'client', id: getActorId(principal) };
}

function toActor({ kind, id }: Attendant): AuditActor {
  return kind === 'user' ? { kind, userId: id } : { kind, clientId: id };
}
