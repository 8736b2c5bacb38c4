export { createSavedItemsModule } from './module.ts';
export type { SavedItemService } from './saved-items.ts';
