import { Module } from '@nestjs/common';
import { EntriesModule } from '@content-service/entries';
import { FilesModule } from '../../platform/files/files.module.js';
import { AccessModule } from '../access/access.module.js';
import { FileResponses } from './file-response.js';
import { FilesController } from './files.controller.js';
import { ServedFileCache } from './served-file-cache.js';

/** The addresses of files and of the pictures that are made of them. */
@Module({
  imports: [AccessModule, EntriesModule, FilesModule],
  controllers: [FilesController],
  providers: [ServedFileCache, FileResponses],
})
export class FilesHttpModule {}
