export { createSavedItemsModule } from './module.ts';
export type { SavedItems } from './saved-items.ts';
