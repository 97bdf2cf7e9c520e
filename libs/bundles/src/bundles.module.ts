import { Module } from '@nestjs/common';
import { BundleStore } from './bundle.store.js';
import { ContentModelService } from './content-model.js';

@Module({
  providers: [
    {
      provide: ContentModelService,
      inject: [BundleStore],
      useFactory: async (store: BundleStore) => {
        const service = new ContentModelService(store);
        await service.refresh();
        return service;
      },
    },
  ],
  exports: [ContentModelService],
})
export class BundlesModule {}
