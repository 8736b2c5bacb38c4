export { savedItemData } from './personal-data.ts';
export { savedItemRoutes } from './routes.ts';
export { createSavedItems, type SavedItems } from './saved-items.ts';
