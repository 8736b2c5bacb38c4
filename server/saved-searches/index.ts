export { dailyAlertsDue, savedSearchesMatched } from './events.ts';
export { createSavedSearchesModule } from './module.ts';
export type { SavedSearchService, SearchAlert } from './saved-searches.ts';
